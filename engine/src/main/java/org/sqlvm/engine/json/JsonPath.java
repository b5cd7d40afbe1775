package org.sqlvm.engine.json;

import org.sqlvm.engine.data.Text;

import java.util.Arrays;

/**
 * A walk through a document along a path (sqlite.org/json1.html section 3.3): {@code $}, then
 * {@code .label}, {@code ."label"}, {@code [3]}, {@code [#]}, {@code [#-2]}. A step is only parsed
 * when the walk reaches it: there are no errors behind a missing element.
 */
public final class JsonPath {
    private enum End {
        FOUND,
        NOT_FOUND,
        /** The last step names an element that could be appended to the container before it. */
        APPENDABLE
    }

    private final Jsonb document;
    private final JsonSteps steps;

    private End end = End.FOUND;
    private int element;
    private int label = -1;

    /** Containers passed, outermost first. */
    private int[] containers = new int[8];

    private int depth;

    private JsonPath(Jsonb document, JsonSteps steps) {
        this.document = document;
        this.steps = steps;
        while (end == End.FOUND && !steps.atEnd()) {
            step();
        }
    }

    /**
     * Walks from the document's root.
     *
     * @throws org.sqlvm.engine.error.SqlException "bad JSON path: …" or "malformed JSON"
     */
    public static JsonPath walk(Jsonb document, Text path) {
        if (!isPath(path)) {
            throw JsonError.badPath(path);
        }
        Text steps = new Text(path.array, path.offset + 1, path.length - 1);
        return new JsonPath(document, new JsonSteps(steps, path));
    }

    /** Whether the text begins with the {@code $} of every full path. */
    public static boolean isPath(Text text) {
        return text.length > 0 && text.array[text.offset] == '$';
    }

    /** Walks along steps without a {@code $}; errors show the text they were made of. */
    public static JsonPath walkSteps(Jsonb document, Text steps, Text shown) {
        return new JsonPath(document, new JsonSteps(steps, shown));
    }

    public boolean isFound() {
        return end == End.FOUND;
    }

    /** Whether an element could be appended at the end of the last container. */
    boolean isAppendable() {
        return end == End.APPENDABLE;
    }

    /** Returns the offset of the element found, or the offset at which one would be appended. */
    public int element() {
        assert end != End.NOT_FOUND : end;
        return element;
    }

    /** The label of the element found; -1 if it is no member of an object. */
    public int label() {
        return label;
    }

    /** Returns the containers around that offset, outermost first. */
    int[] containers() {
        return Arrays.copyOf(containers, depth);
    }

    /** Returns the steps, which have been taken up to the first one without an element. */
    JsonSteps steps() {
        return steps;
    }

    private void step() {
        if (steps.isLabel()) {
            steps.readLabel();
            if (enter(JsonbType.OBJECT)) {
                findMember();
            }
        } else if (steps.isIndex()) {
            // The text between the brackets is checked in arrays only.
            if (enter(JsonbType.ARRAY)) {
                findElement();
            }
        } else {
            throw steps.error();
        }
    }

    private boolean enter(int type) {
        if (document.type(element) != type) {
            end = End.NOT_FOUND;
            return false;
        }
        push(element);
        label = -1;
        return true;
    }

    private void push(int container) {
        if (depth == containers.length) {
            containers = Arrays.copyOf(containers, 2 * depth);
        }
        containers[depth++] = container;
    }

    private void findMember() {
        JsonLabel wanted = steps.label();
        int stop = document.end(element);
        int i = document.payload(element);
        while (i < stop) {
            if (!JsonbType.isText(document.type(i))) {
                throw JsonError.malformed();
            }
            int value = document.end(i);
            if (value >= stop || document.type(value) > JsonbType.OBJECT) {
                throw JsonError.malformed();
            }
            int next = document.end(value);
            if (wanted.matches(document, i)) {
                if (next > stop) {
                    throw JsonError.malformed();
                }
                label = i;
                element = value;
                return;
            }
            i = next;
        }
        if (i > stop) {
            throw JsonError.malformed();
        }
        element = i;
        end = End.APPENDABLE;
    }

    private void findElement() {
        int left = steps.readIndex(document, element);
        if (left == JsonSteps.BEFORE_FIRST) {
            end = End.NOT_FOUND;
            return;
        }
        int stop = document.end(element);
        int i = document.payload(element);
        while (i < stop) {
            if (left == 0) {
                element = i;
                return;
            }
            left--;
            i = document.end(i);
        }
        if (i > stop) {
            throw JsonError.malformed();
        }
        element = i;
        end = left == 0 ? End.APPENDABLE : End.NOT_FOUND;
    }
}
