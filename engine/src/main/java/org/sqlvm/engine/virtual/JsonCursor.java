package org.sqlvm.engine.virtual;

import org.sqlvm.api.ScanPlan;
import org.sqlvm.engine.data.Ascii;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.json.JsonPath;
import org.sqlvm.engine.json.JsonValue;
import org.sqlvm.engine.json.Jsonb;
import org.sqlvm.engine.json.JsonbType;
import org.sqlvm.engine.virtual.module.VirtualCursor;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Walks over the elements of a document, each container before what is in it. A member of an object
 * is known by the offset of its label, every other element by its own.
 */
final class JsonCursor extends VirtualCursor {
    /** Container type of an element that is in none. */
    private static final int NONE = 0;

    private static final Text DOLLAR = Text.of("$");

    private final boolean recursive;
    private final boolean binary;
    private final List<Container> containers = new ArrayList<>();

    private Jsonb document;
    /** The arguments, as the hidden columns show them. */
    private Object json = SqlNull.NULL;

    private Text root = DOLLAR;

    /** Whether it is on the first element, or behind it. */
    private boolean stands;

    private int element;
    /** Where the walk ends. */
    private int end;
    /** Type of the container of the element. */
    private int containerType;

    private long count;

    /** The path of the container; the first {@link #pathLength} bytes count. */
    private byte[] path = new byte[64];

    private int pathLength;

    /**
     * A container that the walk is in.
     *
     * <p>{@code head} is the element as it is known, {@code value} the container itself.
     */
    private static final class Container {
        final int head;
        final int value;
        final int end;
        /** The length of its own container's path. */
        final int pathLength;

        /** Index of the current element, in an array. */
        long key;

        Container(int head, int value, int end, int pathLength, long key) {
            this.head = head;
            this.value = value;
            this.end = end;
            this.pathLength = pathLength;
            this.key = key;
        }
    }

    JsonCursor(boolean recursive, boolean binary) {
        this.recursive = recursive;
        this.binary = binary;
    }

    @Override
    public void filter(ScanPlan plan, Object[] arguments) {
        stands = false;
        containers.clear();
        count = 0;
        element = 0;
        end = 0;
        containerType = NONE;
        root = DOLLAR;
        boolean none = plan.index() == 0
                || arguments[0] == SqlNull.NULL
                || (arguments.length > 1 && arguments[1] == SqlNull.NULL);
        if (none) {
            return;
        }
        Object own = arguments[0] instanceof Bytes bytes ? bytes.owned() : arguments[0];
        document = Jsonb.parse(own);
        json = Jsonb.ofBlob(own) != null ? own : Casts.toText(own);
        int first = 0;
        if (arguments.length > 1) {
            root = Casts.toText(arguments[1]).owned();
            JsonPath walk = JsonPath.walk(document, root);
            if (!walk.isFound()) {
                return;
            }
            first = walk.element();
            boolean member = walk.label() >= 0;
            element = member ? walk.label() : first;
            containerType = root.length == 1 ? NONE : member ? JsonbType.OBJECT : JsonbType.ARRAY;
        }
        pathLength = 0;
        append(root);
        end = behind(first);
        if (document.type(first) >= JsonbType.ARRAY && !recursive) {
            element = first + document.header(first);
            containerType = document.type(first);
            containers.add(new Container(element, first, end, pathLength, 0));
        }
    }

    /** The offset behind an element; where it is malformed, its own. */
    private int behind(int start) {
        int header = document.header(start);
        return header == 0 ? start : start + header + document.payloadSize(start);
    }

    /** The element's value: behind its label, if it has one. */
    private int value() {
        return containerType == JsonbType.OBJECT ? behind(element) : element;
    }

    @Override
    public boolean next() {
        if (!stands) {
            stands = true;
            return element < end;
        }
        int value = value();
        if (recursive) {
            boolean container = document.type(value) >= JsonbType.ARRAY;
            int before = pathLength;
            if (container && containerType != NONE && !containers.isEmpty()) {
                appendName();
            }
            if (container) {
                containers.add(new Container(element, value, behind(value), before, -1));
            }
            element = container ? value + document.header(value) : behind(value);
            leaveContainers();
        } else {
            element = behind(value);
        }
        if (containerType == JsonbType.ARRAY && !containers.isEmpty()) {
            containers.getLast().key++;
        }
        count++;
        return element < end;
    }

    private void leaveContainers() {
        while (!containers.isEmpty() && element >= containers.getLast().end) {
            pathLength = containers.removeLast().pathLength;
        }
        containerType = containers.isEmpty() ? NONE : document.type(containers.getLast().value);
    }

    // ------------------------------------------------------------------ paths

    private void append(Bytes text) {
        if (pathLength + text.length > path.length) {
            path = java.util.Arrays.copyOf(path, 2 * (pathLength + text.length));
        }
        System.arraycopy(text.array, text.offset, path, pathLength, text.length);
        pathLength += text.length;
    }

    /** Appends the step from the container to the element. */
    private void appendName() {
        if (containerType == JsonbType.ARRAY) {
            append(Text.of("[" + containers.getLast().key + "]"));
            return;
        }
        int from = element + document.header(element);
        Text label = label(from);
        boolean quoted = !isPlain(label);
        append(Text.of(quoted ? ".\"" : "."));
        append(label);
        append(quoted ? Text.of("\"") : Text.EMPTY);
    }

    /** A label's payload as it is in the document, escapes and all. */
    private Text label(int from) {
        byte[] bytes = document.blob(element).toArray();
        int header = from - element;
        return new Text(bytes, header, bytes.length - header);
    }

    /** Letters and digits of ASCII, a letter first. */
    private static boolean isPlain(Text label) {
        for (int i = 0; i < label.length; i++) {
            int c = label.array[label.offset + i];
            boolean letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
            if (!letter && (i == 0 || !Ascii.isDigit(c))) {
                return false;
            }
        }
        return label.length > 0;
    }

    private Text path(int from, int to) {
        return Text.of(java.util.Arrays.copyOfRange(path, from, to));
    }

    /**
     * The length of the path without its last step, for the root of json_tree; else all of it.
     * Where the last step begins is found as SQLite finds it: a shorter path must lead to the
     * container whose first element this is.
     */
    private int containerPathLength() {
        if (count > 0 || !recursive || pathLength < 2) {
            return pathLength;
        }
        int length = pathLength;
        while (length > 1) {
            length--;
            boolean step = path[length] == '[' || path[length] == '.';
            if (step && startsAt(path(0, length))) {
                break;
            }
        }
        return length;
    }

    private boolean startsAt(Text prefix) {
        try {
            JsonPath walk = JsonPath.walk(document, prefix);
            return walk.isFound() && walk.element() + document.header(walk.element()) == element;
        } catch (SqlException _) {
            return false; // A dot inside of a label.
        }
    }

    // ------------------------------------------------------------------ columns

    @Override
    public Object column(int column) {
        return switch (column) {
            case JsonTable.KEY -> key();
            case JsonTable.VALUE -> JsonValue.of(document, value(), binary);
            case JsonTable.TYPE -> JsonbType.name(document.type(value()));
            case JsonTable.ATOM ->
                document.type(value()) < JsonbType.ARRAY
                        ? JsonValue.of(document, value(), false)
                        : SqlNull.NULL;
            case JsonTable.ID -> (long) element;
            case JsonTable.PARENT ->
                recursive && !containers.isEmpty()
                        ? (Object) (long) containers.getLast().head
                        : SqlNull.NULL;
            case JsonTable.FULLKEY -> fullKey();
            case JsonTable.PATH -> path(0, containerPathLength());
            case JsonTable.JSON -> json;
            default -> root;
        };
    }

    private Object key() {
        if (containers.isEmpty()) {
            return rootKey();
        }
        return containerType == JsonbType.OBJECT
                ? JsonValue.of(document, element, false)
                : (Object) containers.getLast().key;
    }

    /** The last step of the path that was given. */
    private Object rootKey() {
        int from = root.length == 1 ? 1 : containerPathLength();
        if (from >= root.length) {
            return SqlNull.NULL;
        }
        String step = new String(path, from, root.length - from, StandardCharsets.UTF_8);
        if (step.startsWith("[")) {
            return Casts.toLong(Text.of(step.substring(1)));
        }
        return Text.of(
                step.startsWith(".\"")
                        ? step.substring(2, Math.max(2, step.length() - 1))
                        : step.substring(1));
    }

    private Text fullKey() {
        int before = pathLength;
        if (!containers.isEmpty()) {
            appendName();
        }
        Text key = path(0, pathLength);
        pathLength = before;
        return key;
    }

    @Override
    public long rowid() {
        return count;
    }
}
