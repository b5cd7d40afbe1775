package org.sqlvm.engine.program;

/**
 * A position of something in a text. It does not count in comparisons: all positions are equal, so
 * things that differ in position only are equal.
 *
 * @param title the text's name; null for the statement's own
 * @param text the whole text
 * @param start the index of its first character (UTF-16 unit)
 * @param end the index after its last character
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
