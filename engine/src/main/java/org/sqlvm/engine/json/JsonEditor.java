package org.sqlvm.engine.json;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Text;

import java.util.Arrays;

/**
 * A document that is changed by paths, byte for byte as SQLite changes it: a smaller value that
 * replaces a larger one may get a longer header, so that nothing behind it has to move.
 */
public final class JsonEditor {
    /** The effect of a change at its path. */
    public enum Edit {
        /** Leaves an existing element as it is; else appends one. */
        INSERT,
        /** Replaces an existing element; else does nothing. */
        REPLACE,
        SET,
        /** Puts a new element of an array before the one there, or at the array's end. */
        ARRAY_INSERT
    }

    private byte[] array;
    private int size;

    public JsonEditor(Jsonb document) {
        array = document.toArray();
        size = array.length;
    }

    /** Returns the document in its present state. */
    public Jsonb document() {
        return Jsonb.of(array, size, false);
    }

    /**
     * Makes one change.
     *
     * @param value JSONB, one element
     * @throws org.sqlvm.engine.error.SqlException "bad JSON path: …", "not an array element: …",
     *     "malformed JSON"
     */
    public void edit(Edit edit, Text path, byte[] value) {
        JsonPath place = JsonPath.walk(document(), path);
        if (place.isFound()) {
            change(edit, place, value);
        } else if (place.isAppendable() && edit != Edit.REPLACE) {
            append(edit, place, value);
        }
    }

    /** Removes the element that a path leads to, with its label, if there is one. */
    public void remove(Text path) {
        JsonPath place = JsonPath.walk(document(), path);
        if (place.isFound()) {
            int from = place.label() >= 0 ? place.label() : place.element();
            int to = document().end(place.element());
            adjust(place, splice(from, to, new byte[0]));
        }
    }

    private void change(Edit edit, JsonPath place, byte[] value) {
        int element = place.element();
        boolean root = place.containers().length == 0;
        switch (edit) {
            case INSERT -> {}
            case REPLACE, SET -> adjust(place, replace(element, document().end(element), value));
            case ARRAY_INSERT -> {
                if (root) {
                    return;
                }
                if (place.label() >= 0) {
                    throw JsonError.notElement(place.steps().path());
                }
                adjust(place, splice(element, element, value));
            }
        }
    }

    private void append(Edit edit, JsonPath place, byte[] value) {
        JsonSteps steps = place.steps();
        int[] containers = place.containers();
        boolean toObject = document().type(containers[containers.length - 1]) == JsonbType.OBJECT;
        byte[] label = toObject ? label(edit, steps) : new byte[0];
        byte[] inner = substructure(edit, steps, value);
        if (inner != null) {
            adjust(place, splice(place.element(), place.element(), joined(label, inner)));
        }
    }

    /** The label that was read last, as an element. */
    private static byte[] label(Edit edit, JsonSteps steps) {
        if (edit == Edit.ARRAY_INSERT && !steps.endsWithBracket()) {
            throw JsonError.notElement(steps.path());
        }
        return Jsonb.element(steps.isKeyRaw() ? JsonbType.TEXTRAW : JsonbType.TEXT5, steps.key());
    }

    /**
     * The value within the containers that the rest of the path asks for; null if it asks for an
     * element before the first.
     */
    private static byte[] substructure(Edit edit, JsonSteps steps, byte[] value) {
        if (steps.atEnd()) {
            return value;
        }
        byte[] content;
        int type;
        if (steps.isLabel()) {
            steps.readLabel();
            type = JsonbType.OBJECT;
            byte[] label = label(edit, steps);
            byte[] inner = substructure(edit, steps, value);
            content = inner == null ? null : joined(label, inner);
        } else if (steps.isIndex()) {
            type = JsonbType.ARRAY;
            content = steps.readIndex(null, 0) == 0 ? substructure(edit, steps, value) : null;
        } else {
            throw steps.error();
        }
        return content == null ? null : Jsonb.element(type, Blob.of(content));
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] result = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, result, first.length, second.length);
        return result;
    }

    /**
     * Replaces bytes.
     *
     * @return how many bytes longer the document has become
     */
    int splice(int from, int to, byte[] with) {
        int change = with.length - (to - from);
        byte[] result = size + change > array.length
                ? Arrays.copyOf(array, Math.max(size + change, 2 * size))
                : array;
        System.arraycopy(array, to, result, to + change, size - to);
        System.arraycopy(with, 0, result, from, with.length);
        array = result;
        size += change;
        return change;
    }

    /** Replaces an element; where a longer header can fill the gap, nothing moves. */
    int replace(int from, int to, byte[] with) {
        int spare = to - from - with.length;
        Jsonb value = Jsonb.of(with, with.length, false);
        int header = value.header(0);
        int longer = header + spare;
        boolean fills = spare > 0
                && spare <= 8
                && value.type(0) > JsonbType.FALSE
                && (longer == 2 || longer == 3 || longer == 5 || longer == Jsonb.HEADER_MAX);
        if (!fills) {
            return splice(from, to, with);
        }
        int payload = with.length - header;
        Jsonb.writeHeader(array, from, value.type(0), payload, longer);
        System.arraycopy(with, header, array, from + longer, payload);
        return 0;
    }

    /** The containers around a change get their new sizes, from the innermost outwards. */
    private void adjust(JsonPath place, int change) {
        int[] containers = place.containers();
        int grown = change;
        for (int i = containers.length - 1; i >= 0 && grown != 0; i--) {
            grown += resize(containers[i], grown);
        }
    }

    /**
     * Changes the size of an element whose payload has grown.
     *
     * @return how many bytes longer its header has become
     */
    int resize(int element, int grown) {
        Jsonb document = Jsonb.of(array, size, false);
        int header = document.headerSize(element);
        int payload = document.payloadSize(element) + grown;
        int needed = Jsonb.headerSizeFor(payload);
        if (needed != header) {
            splice(
                    element + Math.min(header, needed),
                    element + header,
                    new byte[needed - Math.min(header, needed)]);
        }
        Jsonb.writeHeader(array, element, document.type(element), payload);
        return needed - header;
    }

    /** Makes an element one of another type, payload and all. */
    void setType(int element, int type) {
        array[element] = (byte) ((array[element] & 0xf0) | type);
    }
}
