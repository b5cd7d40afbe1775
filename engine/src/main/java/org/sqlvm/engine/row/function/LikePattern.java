package org.sqlvm.engine.row.function;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.data.Ascii;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.Utf8;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.error.WorkMeter;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A compiled pattern of LIKE or GLOB. Immutable.
 *
 * <p>The pattern becomes a list of elements: a character, or one of the negative codes below.
 * Patterns of nothing but ASCII characters between "any sequence" marks, which are most, are
 * matched byte by byte instead, piece after piece.
 */
public final class LikePattern {
    /** No escape character. */
    public static final int NO_ESCAPE = -1;

    /** SQLITE_MAX_LIKE_PATTERN_LENGTH, in bytes. */
    public static final int LENGTH_MAX = 50_000;

    /** Any one character: {@code _} or {@code ?}. */
    private static final int ONE = -1;
    /** Any sequence of characters: {@code %} or {@code *}. */
    private static final int MANY = -2;
    /** Matches nothing: the pattern ends within an escape or a set. */
    private static final int NOTHING = -3;
    /** Minus the index in {@link #sets}: one of a set of characters. */
    private static final int SET_FIRST = -4;

    /** Bytes of a text in which a search is short whatever the pattern is. */
    private static final int UNMETERED_MAX = 1 << 16;

    /** What makes an ASCII letter small. */
    private static final long CASE_BIT = 0x20;

    private final byte[] source;
    private final int escape;
    private final boolean ignoreCase;
    private final int[] elements;
    private final CharacterSet[] sets;

    /** The ASCII pieces between the MANY marks, in lower case if the case is ignored; or null. */
    private final byte[][] pieces;

    /** The text must begin with the first piece. */
    private final boolean anchoredStart;
    /** The text must end with the last piece. */
    private final boolean anchoredEnd;

    /** One {@code [...]} of GLOB: pairs of first and last character, both included. */
    private record CharacterSet(int[] ranges, boolean inverted) {
        boolean contains(int character) {
            boolean found = false;
            for (int i = 0; i < ranges.length; i += 2) {
                found |= character >= ranges[i] && character <= ranges[i + 1];
            }
            return found != inverted;
        }
    }

    private LikePattern(Text pattern, boolean glob, int escape, boolean ignoreCase) {
        source = pattern.toArray();
        this.escape = escape;
        this.ignoreCase = ignoreCase;
        List<CharacterSet> found = new ArrayList<>();
        elements = glob ? globElements(found) : likeElements();
        sets = found.toArray(new CharacterSet[0]);
        boolean plain = true;
        for (int element : elements) {
            plain &= element == MANY || (element > 0 && element < 0x80);
        }
        pieces = plain ? splitPieces() : null;
        anchoredStart = elements.length == 0 || elements[0] != MANY;
        anchoredEnd = elements.length == 0 || elements[elements.length - 1] != MANY;
    }

    /** "LIKE or GLOB pattern too complex" beyond the limit. */
    static void checkLength(Text pattern, int max) {
        if (pattern.length > max) {
            throw SqlException.error("LIKE or GLOB pattern too complex");
        }
    }

    /**
     * A pattern of LIKE.
     *
     * @param escape the escape character or {@link #NO_ESCAPE}
     * @param ignoreCase letters of ASCII match in either case
     */
    @TruffleBoundary
    public static LikePattern like(Text pattern, int escape, boolean ignoreCase) {
        return new LikePattern(pattern, false, escape, ignoreCase);
    }

    /** A pattern of GLOB. */
    @TruffleBoundary
    public static LikePattern glob(Text pattern) {
        return new LikePattern(pattern, true, NO_ESCAPE, false);
    }

    /** Whether this was compiled from these bytes, in that way. */
    boolean isFor(Text pattern, int escapeCharacter, boolean ignoringCase) {
        return escape == escapeCharacter
                && ignoreCase == ignoringCase
                && pattern.length == source.length
                && Arrays.equals(
                        source,
                        0,
                        source.length,
                        pattern.array,
                        pattern.offset,
                        pattern.offset + pattern.length);
    }

    private int sourceEnd() {
        return Utf8.end(new Text(source, 0, source.length));
    }

    private int[] likeElements() {
        int end = sourceEnd();
        int[] list = new int[end];
        int count = 0;
        for (int i = 0; i < end; i = Utf8.next(source, i, end)) {
            int character = Utf8.decode(source, i, end);
            if (character == escape) {
                // First of all tests: an escape character that is a wildcard is none.
                i = Utf8.next(source, i, end);
                list[count++] = i < end ? Utf8.decode(source, i, end) : NOTHING;
                if (i >= end) {
                    break;
                }
            } else if (character == '%') {
                list[count++] = MANY;
            } else {
                list[count++] = character == '_' ? ONE : character;
            }
        }
        return Arrays.copyOf(list, count);
    }

    private int[] globElements(List<CharacterSet> found) {
        int end = sourceEnd();
        int[] list = new int[end];
        int count = 0;
        int i = 0;
        while (i < end) {
            int character = Utf8.decode(source, i, end);
            i = Utf8.next(source, i, end);
            if (character == '[') {
                i = readSet(i, end, found);
                list[count++] = i < 0 ? NOTHING : SET_FIRST - (found.size() - 1);
                if (i < 0) {
                    break;
                }
            } else if (character == '*') {
                list[count++] = MANY;
            } else {
                list[count++] = character == '?' ? ONE : character;
            }
        }
        return Arrays.copyOf(list, count);
    }

    /** Reads a set behind its bracket; returns the offset behind it, or -1 if it does not end. */
    private int readSet(int from, int end, List<CharacterSet> found) {
        int i = from;
        boolean inverted = i < end && source[i] == '^';
        if (inverted) {
            i++;
        }
        int[] ranges = new int[2 * (end - i) + 2];
        int count = 0;
        int prior = 0;
        boolean first = true;
        for (; i < end && (first || source[i] != ']'); first = false) {
            int character = Utf8.decode(source, i, end);
            i = Utf8.next(source, i, end);
            boolean range = character == '-' && prior > 0 && i < end && source[i] != ']';
            if (range) {
                ranges[count++] = prior;
                ranges[count++] = Utf8.decode(source, i, end);
                i = Utf8.next(source, i, end);
                prior = 0;
            } else {
                ranges[count++] = character;
                ranges[count++] = character;
                // A bracket in the first place is a member, but begins no range.
                prior = first && character == ']' ? 0 : character;
            }
        }
        if (i >= end) {
            return -1;
        }
        found.add(new CharacterSet(Arrays.copyOf(ranges, count), inverted));
        return i + 1;
    }

    private byte[][] splitPieces() {
        List<byte[]> list = new ArrayList<>();
        byte[] piece = new byte[elements.length];
        int count = 0;
        for (int element : elements) {
            if (element != MANY) {
                piece[count++] = (byte) (ignoreCase ? Ascii.toLower(element) : element);
            } else if (count > 0) {
                list.add(Arrays.copyOf(piece, count));
                count = 0;
            }
        }
        if (count > 0) {
            list.add(Arrays.copyOf(piece, count));
        }
        return list.toArray(new byte[0][]);
    }

    /** Whether the text, up to its first NUL, matches. */
    @TruffleBoundary
    public boolean matches(Bytes text) {
        if (pieces == null) {
            return matchesElements(text.array, text.offset, Utf8.end(text));
        }
        int first = 0;
        int position = text.offset;
        if (anchoredStart && pieces.length > 0) {
            // The NUL is looked for only behind the beginning: no piece has one.
            byte[] piece = pieces[first++];
            if (piece.length > text.length || !isAt(text.array, position, piece)) {
                return false;
            }
            if (pieces.length == 1 && !anchoredEnd) {
                return true;
            }
            position += piece.length;
        }
        return matchesPieces(text.array, position, Utf8.end(text), first);
    }

    /** Whether all pieces from {@code first} on match the text from {@code from} on. */
    private boolean matchesPieces(byte[] array, int from, int textEnd, int first) {
        int position = from;
        int end = textEnd;
        int last = pieces.length;
        if (first == last) {
            return !anchoredEnd || position == end;
        }
        if (anchoredEnd) {
            byte[] piece = pieces[--last];
            if (piece.length > end - position || !isAt(array, end - piece.length, piece)) {
                return false;
            }
            end -= piece.length;
        }
        for (int i = first; i < last; i++) {
            position = find(array, position, end, pieces[i]);
            if (position < 0) {
                return false;
            }
            position += pieces[i].length;
        }
        return true;
    }

    private boolean isAt(byte[] array, int position, byte[] piece) {
        for (int i = 0; i < piece.length; i++) {
            int character = array[position + i];
            if ((ignoreCase ? Ascii.toLower(character) : character) != piece[i]) {
                return false;
            }
        }
        return true;
    }

    /**
     * The first place of a piece, or -1. Eight places at once are tested for the first two
     * characters; with the case ignored, the bit that differs between cases is set on both sides,
     * and what looks alike then is compared in full.
     */
    private int find(byte[] array, int from, int end, byte[] piece) {
        int last = end - piece.length;
        int i = from;
        WorkMeter meter = end - from > UNMETERED_MAX ? new WorkMeter() : null;
        if (piece.length > 1) {
            long caseBits = ignoreCase ? CASE_BIT * Utf8.ONES : 0;
            long first = (piece[0] * Utf8.ONES) | caseBits;
            long second = (piece[1] * Utf8.ONES) | caseBits;
            // The eight second characters end one byte further on.
            for (; i <= last && i + Long.BYTES < end; i += Long.BYTES) {
                long here = ((long) Utf8.EIGHT_BYTES.get(array, i) | caseBits) ^ first;
                long next = ((long) Utf8.EIGHT_BYTES.get(array, i + 1) | caseBits) ^ second;
                long found = Utf8.zeroBytes(here | next);
                for (; found != 0; found &= found - 1) {
                    int place = i + (Long.numberOfTrailingZeros(found) >> 3);
                    if (meter != null) {
                        meter.spend(piece.length);
                    }
                    if (place <= last && isAt(array, place, piece)) {
                        return place;
                    }
                }
            }
        }
        for (; i <= last; i++) {
            if (isAt(array, i, piece)) {
                return i;
            }
        }
        return -1;
    }

    /**
     * Matches from left to right. On failure it goes back to the last MANY only and lets it take
     * one character more: an earlier one could gain nothing.
     */
    private boolean matchesElements(byte[] array, int from, int end) {
        int position = from;
        int element = 0;
        int retryElement = -1;
        int retryPosition = 0;
        WorkMeter meter = end - from > UNMETERED_MAX ? new WorkMeter() : null;
        while (true) {
            if (element == elements.length) {
                if (position == end) {
                    return true;
                }
            } else if (elements[element] == MANY) {
                retryElement = ++element;
                retryPosition = position;
                continue;
            } else if (position < end
                    && isMatch(elements[element], Utf8.decode(array, position, end))) {
                position = Utf8.next(array, position, end);
                element++;
                continue;
            }
            if (retryElement < 0 || retryPosition >= end) {
                return false;
            }
            if (meter != null) {
                meter.spend(position - retryPosition);
            }
            retryPosition = Utf8.next(array, retryPosition, end);
            position = retryPosition;
            element = retryElement;
        }
    }

    private boolean isMatch(int element, int character) {
        if (element >= 0) {
            return element == character
                    || (ignoreCase
                            && element < 0x80
                            && character < 0x80
                            && Ascii.toLower(element) == Ascii.toLower(character));
        }
        if (element <= SET_FIRST) {
            return sets[SET_FIRST - element].contains(character);
        }
        return element == ONE;
    }
}
