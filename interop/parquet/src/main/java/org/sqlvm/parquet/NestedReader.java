package org.sqlvm.parquet;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Numbers;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.TextBuilder;
import org.sqlvm.engine.json.JsonPrinter;
import org.sqlvm.engine.virtual.files.ColumnValues;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Lists, maps and structures as texts of JSON, put together from the columns that they are. */
final class NestedReader extends FieldReader {
    private final Node root;
    private final List<Leaf> leaves = new ArrayList<>();

    /** The values of a column with their levels, one by one. */
    private static final class Leaf {
        private final Node column;
        private final Pages pages;
        private final ColumnValues values = new ColumnValues(ColumnValues.ROWS_MAX);
        private int count;
        private int at;
        private int value;

        Leaf(Node column, Pages pages) {
            this.column = column;
            this.pages = pages;
        }

        boolean more() throws IOException {
            if (at == count) {
                pages.prepare(values);
                count = pages.read(values, 0, ColumnValues.ROWS_MAX);
                pages.finish(values, pages.present());
                at = 0;
                value = 0;
            }
            return at < count;
        }

        int repetition() {
            assert at < count : at;
            return pages.repetitions == null ? 0 : pages.repetitions[at];
        }

        int definition() {
            assert at < count : at;
            return pages.allPresent() ? column.definition : pages.definitions[at];
        }

        void take() throws IOException {
            if (!more()) {
                throw ParquetException.damaged("a column has too few values");
            }
            value += definition() == column.definition ? 1 : 0;
            at++;
        }
    }

    /** @param pages the pages of the field's columns */
    NestedReader(Node root, List<Node> columns, List<Pages> pages) {
        this.root = root;
        for (int i = 0; i < pages.size(); i++) {
            leaves.add(new Leaf(columns.get(root.column + i), pages.get(i)));
        }
    }

    @Override
    void read(int rows) throws IOException {
        values.clearNulls();
        values.become(ColumnValues.Kind.TEXTS);
        for (int row = 0; row < rows; row++) {
            for (Leaf leaf : leaves) {
                if (!leaf.more() || leaf.repetition() != 0) {
                    throw ParquetException.damaged("columns have other rows than their group");
                }
            }
            if (root.repetition != Node.REPEATED && isMissing(root)) {
                skip(root);
                values.setNull(row);
            } else {
                TextBuilder json = new TextBuilder(TextBuilder.LENGTH_MAX);
                field(json, root);
                Text text = json.toText();
                values.setBytes(row, text.array, text.offset, text.length);
            }
        }
    }

    private Leaf first(Node node) throws IOException {
        Leaf leaf = leaves.get(node.column - root.column);
        if (!leaf.more()) {
            throw ParquetException.damaged("a column has too few values");
        }
        return leaf;
    }

    private boolean isMissing(Node node) throws IOException {
        return first(node).definition() < node.definition;
    }

    private void skip(Node node) throws IOException {
        for (int i = 0; i < node.columnCount; i++) {
            leaves.get(node.column - root.column + i).take();
        }
    }

    private void field(TextBuilder json, Node node) throws IOException {
        if (node.repetition == Node.REPEATED) {
            array(json, node, false);
        } else if (isMissing(node)) {
            skip(node);
            json.append("null");
        } else {
            content(json, node);
        }
    }

    /** @param inner whether the elements are the only child of a group */
    private void array(TextBuilder json, Node repeated, boolean inner) throws IOException {
        json.append('[');
        if (isMissing(repeated)) {
            skip(repeated);
        } else {
            element(json, repeated, inner);
            while (goesOn(repeated)) {
                json.append(',');
                element(json, repeated, inner);
            }
        }
        json.append(']');
    }

    private void element(TextBuilder json, Node repeated, boolean inner) throws IOException {
        if (inner) {
            field(json, repeated.children.getFirst());
        } else {
            content(json, repeated);
        }
    }

    private boolean goesOn(Node repeated) throws IOException {
        Leaf leaf = leaves.get(repeated.column - root.column);
        return leaf.more() && leaf.repetition() == repeated.repetitions;
    }

    private void content(TextBuilder json, Node node) throws IOException {
        if (node.isColumn()) {
            Leaf leaf = first(node);
            if (leaf.definition() < node.definition) {
                throw ParquetException.damaged("a value that is missing");
            }
            value(json, leaf);
            leaf.take();
            return;
        }
        Node child = node.children.getFirst();
        boolean repeats = node.children.size() == 1 && child.repetition == Node.REPEATED;
        if (repeats && node.meaning == Node.Meaning.LIST) {
            // Older files have the elements themselves.
            boolean inner = !child.isColumn()
                    && child.children.size() == 1
                    && !child.name.equals("array")
                    && !child.name.equals(node.name + "_tuple");
            array(json, child, inner);
        } else if (repeats && node.meaning == Node.Meaning.MAP && child.children.size() == 2) {
            map(json, child);
        } else {
            structure(json, node);
        }
    }

    private void structure(TextBuilder json, Node node) throws IOException {
        json.append('{');
        for (int i = 0; i < node.children.size(); i++) {
            Node child = node.children.get(i);
            json.append(i == 0 ? "" : ",");
            JsonPrinter.appendString(json, Text.of(child.name));
            json.append(':');
            field(json, child);
        }
        json.append('}');
    }

    private void map(TextBuilder json, Node entries) throws IOException {
        json.append('{');
        if (isMissing(entries)) {
            skip(entries);
        } else {
            entry(json, entries);
            while (goesOn(entries)) {
                json.append(',');
                entry(json, entries);
            }
        }
        json.append('}');
    }

    private void entry(TextBuilder json, Node entries) throws IOException {
        TextBuilder key = new TextBuilder(TextBuilder.LENGTH_MAX);
        field(key, entries.children.get(0));
        Text text = key.toText();
        if (key.length() > 0 && text.array[text.offset] == '"') {
            json.append(text);
        } else {
            JsonPrinter.appendString(json, text);
        }
        json.append(':');
        field(json, entries.children.get(1));
    }

    private static void value(TextBuilder json, Leaf leaf) {
        ColumnValues values = leaf.values;
        int at = leaf.value;
        switch (values.kind) {
            case LONGS -> {
                boolean truth = leaf.column.physical == Physical.BOOLEAN;
                json.append(
                        truth
                                ? values.longs[at] == 0 ? "false" : "true"
                                : Long.toString(values.longs[at]));
            }
            case DOUBLES -> {
                double number = values.doubles[at];
                if (Double.isFinite(number)) {
                    json.append(Numbers.text(number));
                } else {
                    json.append("null");
                }
            }
            case TEXTS -> JsonPrinter.appendString(json, (Text) values.value(at));
            case BLOBS -> {
                Blob blob = (Blob) values.value(at);
                String hex = HexFormat.of().formatHex(blob.toArray());
                JsonPrinter.appendString(json, Text.of(hex));
            }
            case VALUES -> json.append(values.value(at).toString());
        }
    }
}
