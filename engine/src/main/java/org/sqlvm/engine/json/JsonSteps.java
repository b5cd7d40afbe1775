package org.sqlvm.engine.json;

import org.sqlvm.engine.data.Ascii;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.Utf8;
import org.sqlvm.engine.error.SqlException;

/** The steps of a path, read one by one. The text ends at its first NUL. */
final class JsonSteps {
    /** {@code [#-9]} where there are fewer than nine elements. */
    static final int BEFORE_FIRST = -1;

    /** The whole path, for messages. */
    private final Text path;

    private final byte[] array;
    private final int end;
    private int position;
    private int taken;
    private JsonLabel label;
    private Text key;
    private boolean keyRaw;

    JsonSteps(Text steps, Text path) {
        this.path = path;
        array = steps.array;
        end = Utf8.end(steps);
        position = steps.offset;
    }

    /** "bad JSON path: …" */
    SqlException error() {
        return JsonError.badPath(path);
    }

    Text path() {
        return path;
    }

    boolean atEnd() {
        return position >= end;
    }

    private int at(int i) {
        return i < end ? array[i] & 0xff : 0;
    }

    /** Whether a bracket ends the steps that are left, as it ends a path into an array. */
    boolean endsWithBracket() {
        return position < end && at(end - 1) == ']';
    }

    /** Whether the next step is {@code .label}. */
    boolean isLabel() {
        return at(position) == '.';
    }

    /** Whether the next step is {@code [index]}. */
    boolean isIndex() {
        return at(position) == '[';
    }

    /** The label that {@link #readLabel} has read last. */
    JsonLabel label() {
        return label;
    }

    /** Returns the label's characters, as they are written in the path. */
    Text key() {
        return key;
    }

    /** Whether they have no escapes. */
    boolean isKeyRaw() {
        return keyRaw;
    }

    /** Takes a step {@code .label} or {@code ."label"}. */
    void readLabel() {
        assert isLabel() : position;
        count();
        int from = position + 1;
        keyRaw = true;
        int to = from;
        if (at(from) == '"') {
            from++;
            to = from;
            while (to < end && at(to) != '"') {
                if (at(to) == '\\') {
                    keyRaw = false;
                    to += to + 1 < end ? 1 : 0;
                }
                to++;
            }
            if (to >= end) {
                throw error();
            }
            position = to + 1;
        } else {
            while (to < end && at(to) != '.' && at(to) != '[') {
                to++;
            }
            if (to == from) {
                throw error();
            }
            position = to;
        }
        key = new Text(array, from, to - from);
        label = new JsonLabel(key, keyRaw);
    }

    /**
     * Takes a step {@code [3]}, {@code [#]} or {@code [#-1]}.
     *
     * @param document null for an array that is still empty
     * @return the index or {@link #BEFORE_FIRST}; an index that is too large for an int is as good
     *     as its largest number
     */
    int readIndex(Jsonb document, int container) {
        assert isIndex() : position;
        count();
        int i = position + 1;
        int index = 0;
        if (Ascii.isDigit(at(i))) {
            for (; Ascii.isDigit(at(i)); i++) {
                index = shifted(index, at(i));
            }
        } else if (at(i) == '#') {
            i++;
            index = document == null ? 0 : document.arrayLength(container);
            if (at(i) == '-' && Ascii.isDigit(at(i + 1))) {
                int back = 0;
                for (i++; Ascii.isDigit(at(i)); i++) {
                    back = shifted(back, at(i));
                }
                if (back > index) {
                    return BEFORE_FIRST;
                }
                index -= back;
            }
        } else {
            throw error();
        }
        if (at(i) != ']') {
            throw error();
        }
        position = i + 1;
        return index;
    }

    private static int shifted(int number, int digit) {
        return (int) Math.min(Integer.MAX_VALUE, number * 10L + (digit - '0'));
    }

    private void count() {
        if (++taken > JsonParser.DEPTH_MAX) {
            throw SqlException.error("JSON path too deep");
        }
    }
}
