package org.sqlvm.engine.row.geo;

import org.sqlvm.engine.data.Ascii;
import org.sqlvm.engine.data.Numbers;
import org.sqlvm.engine.data.Text;

import java.util.Arrays;

/**
 * Reads a polygon as an array of coordinates in JSON: {@code [[0,0],[1,0],[0,1],[0,0]]}. What it
 * accepts is what SQLite accepts, which is a bit more than JSON.
 */
final class PolygonText {
    private static final int VERTEXES_MIN = 4;
    private static final int VERTEXES_MAX = 0xffffff;

    /** The bytes, with one 0 in front and one behind. */
    private final byte[] text;

    private int at = 1;
    private float[] points = new float[16];
    private int count;

    /** The outcome of reading a text. */
    enum Outcome {
        POLYGON,
        /** No array at all, which is no error. */
        NOTHING,
        ERROR
    }

    PolygonText(Text source) {
        text = new byte[source.length + 2];
        System.arraycopy(source.array, source.offset, text, 1, source.length);
        for (int i = 1; i <= source.length; i++) {
            if (text[i] == 0) {
                Arrays.fill(text, i, text.length, (byte) 0); // It ends the text.
                break;
            }
        }
    }

    /** The vertexes without the last one, which repeats the first. */
    float[] points() {
        return Arrays.copyOf(points, 2 * (count - 1));
    }

    private int skipSpace() {
        while (text[at] == ' ' || text[at] == '\t' || text[at] == '\n' || text[at] == '\r') {
            at++;
        }
        return text[at];
    }

    Outcome read() {
        if (skipSpace() != '[') {
            return Outcome.NOTHING;
        }
        at++;
        while (skipSpace() == '[') {
            at++;
            if (!readVertex()) {
                return Outcome.ERROR;
            }
            if (skipSpace() != ',') {
                break;
            }
            at++;
        }
        if (skipSpace() != ']' || count < VERTEXES_MIN || count > VERTEXES_MAX) {
            return Outcome.ERROR;
        }
        at++;
        boolean closed = points[0] == points[2 * count - 2] && points[1] == points[2 * count - 1];
        return closed && skipSpace() == 0 ? Outcome.POLYGON : Outcome.ERROR;
    }

    /** Reads the numbers of a vertex; those behind the second mean nothing. */
    private boolean readVertex() {
        if (2 * count + 2 > points.length) {
            points = Arrays.copyOf(points, 2 * points.length);
        }
        int numbers = 0;
        while (true) {
            skipSpace();
            int start = at;
            int end = numberEnd();
            if (end < 0) {
                return true;
            }
            if (numbers < 2) {
                Text number = new Text(text, start, text.length - start - 1);
                points[2 * count + numbers] = (float) Numbers.doubleOf(number);
            }
            at = end;
            numbers++;
            if (numbers == 2) {
                count++;
            }
            int next = skipSpace();
            at++;
            if (next != ',') {
                return next == ']' && numbers >= 2;
            }
        }
    }

    /** The end of the number that begins here, or -1 if none does. */
    private int numberEnd() {
        int end = at;
        if (text[end] == '-') {
            end++;
        }
        if (text[end] == '0' && Ascii.isDigit(text[end + 1])) {
            return -1;
        }
        boolean point = false;
        boolean exponent = false;
        while (true) {
            int c = text[end];
            if (Ascii.isDigit(c)) {
                end++;
            } else if (c == '.') {
                if (text[end - 1] == '-' || point) {
                    return -1;
                }
                point = true;
                end++;
            } else if (c == 'e' || c == 'E') {
                if (isBelowDigits(text[end - 1])) {
                    return -1;
                }
                if (exponent) {
                    return at; // No comma follows, which is an error.
                }
                point = true;
                exponent = true;
                int next = text[end + 1];
                if (next == '+' || next == '-') {
                    end++;
                    next = text[end + 1];
                }
                if (!Ascii.isDigit(next)) {
                    return -1;
                }
                end++;
            } else {
                return isBelowDigits(text[end - 1]) ? -1 : end;
            }
        }
    }

    private static boolean isBelowDigits(byte c) {
        return (c & 0xff) < '0';
    }
}
