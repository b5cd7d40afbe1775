package org.sqlvm.engine.json;

import org.sqlvm.engine.data.Blob;

/**
 * RFC 7396: members of the patch replace or join those of the target, null removes them. The
 * target's bytes are changed in place, as SQLite does it.
 */
public final class JsonPatch {
    private final JsonEditor target;
    private final Jsonb patch;

    private JsonPatch(Jsonb target, Jsonb patch) {
        this.target = new JsonEditor(target);
        this.patch = patch;
    }

    /** The target with the patch applied. */
    public static Jsonb apply(Jsonb target, Jsonb patch) {
        JsonPatch merge = new JsonPatch(target, patch);
        merge.merge(0, 0, 0);
        return merge.target.document();
    }

    /**
     * Merges an element of the patch into one of the target.
     *
     * @return how many bytes longer the target has become
     */
    private int merge(int at, int by, int depth) {
        if (depth > JsonParser.DEPTH_MAX) {
            throw JsonError.tooDeep();
        }
        Jsonb old = target.document();
        if (patch.type(by) != JsonbType.OBJECT) {
            return target.replace(at, old.end(at), patch.blob(by).array);
        }
        int start = old.payload(at);
        int end = old.end(at);
        int grown = 0;
        if (old.type(at) != JsonbType.OBJECT) {
            // Only the payload goes; the header is made to fit it at the end.
            grown = target.splice(start, end, new byte[0]);
            target.setType(at, JsonbType.OBJECT);
            end = start;
        }
        int stop = patch.end(by);
        int i = patch.payload(by);
        int change = 0;
        while (i < stop) {
            if (!JsonbType.isText(patch.type(i))) {
                throw JsonError.malformed();
            }
            int value = patch.end(i);
            if (value >= stop) {
                throw JsonError.malformed();
            }
            int next = patch.end(value);
            if (next > stop) {
                throw JsonError.malformed();
            }
            change += member(start, end + change, i, value, depth);
            i = next;
        }
        grown += change;
        return grown == 0 ? 0 : grown + target.resize(at, grown);
    }

    /** Merges one member of the patch; gives how many bytes longer the target has become. */
    private int member(int start, int end, int patchLabel, int patchValue, int depth) {
        Jsonb now = target.document();
        int label = find(now, start, end, patchLabel);
        boolean removes = patch.type(patchValue) == JsonbType.NULL;
        if (label < end) {
            int value = now.end(label);
            return removes
                    ? target.splice(label, now.end(value), new byte[0])
                    : merge(value, patchValue, depth + 1);
        }
        if (removes) {
            return 0;
        }
        Blob name = patch.blob(patchLabel);
        int grown = target.splice(end, end, name.array);
        if (patch.type(patchValue) != JsonbType.OBJECT) {
            return grown + target.splice(end + grown, end + grown, patch.blob(patchValue).array);
        }
        grown += target.splice(end + grown, end + grown, new byte[] {JsonbType.NULL});
        return grown + merge(end + grown - 1, patchValue, depth + 1);
    }

    /** The target's label that is the patch's; {@code end} if there is none. */
    private int find(Jsonb now, int start, int end, int patchLabel) {
        JsonLabel wanted = JsonLabel.at(patch, patchLabel);
        int i = start;
        while (i < end) {
            if (!JsonbType.isText(now.type(i))) {
                throw JsonError.malformed();
            }
            int value = now.end(i);
            if (value >= end) {
                throw JsonError.malformed();
            }
            int next = now.end(value);
            if (next > end) {
                throw JsonError.malformed();
            }
            if (wanted.matches(now, i)) {
                return i;
            }
            i = next;
        }
        return i;
    }
}
