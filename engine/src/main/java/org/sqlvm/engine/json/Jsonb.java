package org.sqlvm.engine.json;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;

import java.util.Arrays;

/**
 * A JSON document in SQLite's binary form (sqlite.org/jsonb.html). An element is known by the
 * offset of its first byte; the document itself is the element at 0. The bytes of a document that
 * came as a blob need not be well-formed beneath the outermost element, so every reader checks each
 * element.
 *
 * <p>An element is a header and a payload. The header's first byte holds the type and, in its high
 * four bits, the payload's size up to 11, or 12 to 15 for a size in the next 1, 2, 4 or 8 bytes.
 */
public final class Jsonb {
    private static final int SIZE_INLINE_MAX = 11;
    private static final int SIZE_IN_1 = 12;
    private static final int SIZE_IN_2 = 13;
    private static final int SIZE_IN_4 = 14;

    /** Largest header: the first byte and a size of eight. */
    static final int HEADER_MAX = 9;

    /** A blob with more payload than this cannot be text of JSON by chance. */
    private static final int PAYLOAD_DOUBTFUL = 7;

    private final byte[] array;
    private final int offset;
    private final int size;
    /** Whether the text it came from was more than plain JSON. */
    private final boolean extended;

    private Jsonb(byte[] array, int offset, int size, boolean extended) {
        this.array = array;
        this.offset = offset;
        this.size = size;
        this.extended = extended;
    }

    /** The document that these bytes are, all of them. */
    static Jsonb of(byte[] array, int size, boolean extended) {
        return new Jsonb(array, 0, size, extended);
    }

    /**
     * The document in an argument of a JSON function: a JSONB blob or text of JSON or JSON5.
     *
     * @return null for NULL
     * @throws org.sqlvm.engine.error.SqlException "malformed JSON"
     */
    public static Jsonb parse(Object value) {
        if (value == SqlNull.NULL) {
            return null;
        }
        Jsonb blob = ofBlob(value);
        return blob != null ? blob : JsonCache.parse(Casts.toText(value));
    }

    /** The document in a text, or null if it is malformed. */
    public static Jsonb parseOrNull(Text text) {
        return JsonParser.parse(text);
    }

    /** The offset of the byte at which a text stops being JSON5; -1 if it does not. */
    public static int errorOffset(Text text) {
        return JsonParser.errorOffset(text);
    }

    /** The document in a text that a JSON function has made, which is known to be well-formed. */
    public static Jsonb ofGenerated(Text text) {
        return JsonParser.parseGenerated(text);
    }

    /**
     * The document that a blob seems to be by its outermost element; null if it seems to be none.
     */
    public static Jsonb ofBlob(Object value) {
        if (!(value instanceof Blob blob) || blob.length == 0) {
            return null;
        }
        Jsonb document = new Jsonb(blob.array, blob.offset, blob.length, false);
        int type = document.type(0);
        int header = document.header(0);
        int payload = blob.length - header;
        boolean seems = type <= JsonbType.OBJECT
                && header > 0
                && document.payloadSize(0) == payload
                && (type > JsonbType.FALSE || payload == 0);
        if (!seems) {
            return null;
        }
        int first = document.at(0);
        boolean doubtful = payload <= PAYLOAD_DOUBTFUL
                && (first == '{' || first == '[' || (first >= '0' && first <= '9'));
        return doubtful && JsonbCheck.errorOffset(document) >= 0 ? null : document;
    }

    /** Bytes of the document. */
    public int size() {
        return size;
    }

    /** Whether it was text that only JSON5 allows. */
    public boolean isExtended() {
        return extended;
    }

    /** The byte at an offset, unsigned. */
    int at(int i) {
        return array[offset + i] & 0xff;
    }

    /** A constant of {@link JsonbType}, or up to 15 in a malformed document. */
    public int type(int element) {
        return at(element) & 0xf;
    }

    /**
     * The size of an element's header in bytes; 0 if header or payload go past the document's end.
     */
    public int header(int element) {
        int high = at(element) >> 4;
        if (high <= SIZE_INLINE_MAX) {
            return element + 1 + high > size ? 0 : 1;
        }
        return longHeader(element);
    }

    private int longHeader(int element) {
        int headerSize = headerSize(element);
        if (element + headerSize > size) {
            return 0;
        }
        long payload = storedSize(element, headerSize);
        return payload < 0 || element + headerSize + payload > size ? 0 : headerSize;
    }

    /** The size of a header, whether or not its payload is all there. */
    int headerSize(int element) {
        int high = at(element) >> 4;
        if (high <= SIZE_INLINE_MAX) {
            return 1;
        }
        return high == SIZE_IN_1 ? 2 : high == SIZE_IN_2 ? 3 : high == SIZE_IN_4 ? 5 : HEADER_MAX;
    }

    private long storedSize(int element, int headerSize) {
        if (headerSize == 1) {
            return at(element) >> 4;
        }
        long number = 0;
        for (int i = 1; i < headerSize; i++) {
            number = number << 8 | at(element + i);
        }
        return number;
    }

    /** Bytes of an element's payload; the header must be sound. */
    public int payloadSize(int element) {
        int high = at(element) >> 4;
        if (high <= SIZE_INLINE_MAX) {
            return high;
        }
        return Math.toIntExact(storedSize(element, headerSize(element)));
    }

    /** The offset of an element's payload. */
    public int payload(int element) {
        return element + soundHeader(element);
    }

    /**
     * The offset behind an element.
     *
     * @throws org.sqlvm.engine.error.SqlException "malformed JSON"
     */
    public int end(int element) {
        return payload(element) + payloadSize(element);
    }

    private int soundHeader(int element) {
        int header = element < size ? header(element) : 0;
        if (header == 0) {
            throw JsonError.malformed();
        }
        return header;
    }

    /** Returns the number of elements of an array; those behind a malformed one do not count. */
    public int arrayLength(int element) {
        int count = 0;
        int end = end(element);
        int i = payload(element);
        while (i < end) {
            count++;
            int header = header(i);
            if (header == 0) {
                break;
            }
            i += header + payloadSize(i);
        }
        return count;
    }

    /** The bytes between two offsets as text; they stay this document's. */
    Text text(int from, int to) {
        return new Text(array, offset + from, to - from);
    }

    /** Whether the payload of an element is these bytes. */
    public boolean hasPayload(int element, Text bytes) {
        int length = payloadSize(element);
        int from = offset + payload(element);
        return length == bytes.length
                && Arrays.equals(
                        array,
                        from,
                        from + length,
                        bytes.array,
                        bytes.offset,
                        bytes.offset + length);
    }

    /** The payload of an element. */
    public Text payloadText(int element) {
        int from = payload(element);
        return text(from, from + payloadSize(element));
    }

    /** An element as a document of its own. */
    public Blob blob(int element) {
        int end = end(element);
        return Blob.of(Arrays.copyOfRange(array, offset + element, offset + end));
    }

    /** The whole document as a blob. */
    public Blob blob() {
        return Blob.of(Arrays.copyOfRange(array, offset, offset + size));
    }

    /** Returns a copy of the bytes in an array of its own. */
    byte[] toArray() {
        return Arrays.copyOfRange(array, offset, offset + size);
    }

    /** How many bytes the smallest header for a payload takes. */
    static int headerSizeFor(int payload) {
        return payload <= SIZE_INLINE_MAX ? 1 : payload <= 0xff ? 2 : payload <= 0xffff ? 3 : 5;
    }

    /** Writes the smallest header for a payload; returns its size. */
    static int writeHeader(byte[] target, int element, int type, int payload) {
        if (payload <= SIZE_INLINE_MAX) {
            target[element] = (byte) (payload << 4 | type);
            return 1;
        }
        int headerSize = headerSizeFor(payload);
        writeHeader(target, element, type, payload, headerSize);
        return headerSize;
    }

    /** Writes a header of 1, 2, 3, 5 or 9 bytes. */
    static void writeHeader(byte[] target, int element, int type, int payload, int headerSize) {
        int high = switch (headerSize) {
            case 1 -> payload;
            case 2 -> SIZE_IN_1;
            case 3 -> SIZE_IN_2;
            case 5 -> SIZE_IN_4;
            default -> SIZE_IN_4 + 1;
        };
        target[element] = (byte) (high << 4 | type);
        long rest = payload;
        for (int i = headerSize - 1; i > 0; i--) {
            target[element + i] = (byte) rest;
            rest >>= 8;
        }
    }

    /** An element with the smallest header. */
    static byte[] element(int type, Bytes payload) {
        int header = headerSizeFor(payload.length);
        byte[] result = new byte[header + payload.length];
        writeHeader(result, 0, type, payload.length);
        System.arraycopy(payload.array, payload.offset, result, header, payload.length);
        return result;
    }

    /** A string as an element. */
    public static byte[] textElement(Text characters) {
        return element(JsonbType.TEXTRAW, characters);
    }

    /** An integer as an element. */
    public static byte[] integerElement(Bytes digits) {
        return element(JsonbType.INT, digits);
    }

    /** A real as an element. */
    public static byte[] realElement(Bytes digits) {
        return element(JsonbType.FLOAT, digits);
    }

    /** null as an element. */
    public static byte[] nullElement() {
        return new byte[] {JsonbType.NULL};
    }
}
