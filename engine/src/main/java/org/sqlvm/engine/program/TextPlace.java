package org.sqlvm.engine.program;

/**
 * Where something stands in a text. It makes no difference between two things that stand in
 * different places: all places are equal.
 *
 * @param title what the text is called; null for the statement's own
 * @param text the whole text
 * @param start index of its first character (UTF-16 unit)
 * @param end index after its last character
 */
public record TextPlace(String title, String text, int start, int end) {
    public TextPlace {
        assert 0 <= start && start < end && end <= text.length() : start + ".." + end;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TextPlace;
    }

    @Override
    public int hashCode() {
        return 1;
    }
}
