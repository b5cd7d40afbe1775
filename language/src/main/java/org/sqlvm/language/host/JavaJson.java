package org.sqlvm.language.host;

import org.sqlvm.api.TableColumns;
import org.sqlvm.engine.data.Numbers;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.TextBuilder;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.json.JsonPrinter;

import java.lang.reflect.Array;
import java.util.Collection;
import java.util.Map;

/** Converts Java's collections to JSON: the nested values of a row. */
final class JavaJson {
    /** As deep as SQLite reads JSON. */
    static final int DEPTH_MAX = 1000;

    private final TextBuilder output = new TextBuilder(TextBuilder.LENGTH_MAX);

    private JavaJson() {}

    /** Whether a value is stored as JSON. */
    static boolean isStructure(Object value) {
        return value instanceof Map<?, ?>
                || value instanceof Collection<?>
                || value instanceof Record
                || (value != null && value.getClass().isArray() && !(value instanceof byte[]));
    }

    /** The text of a structure. */
    static Text text(Object value) {
        JavaJson json = new JavaJson();
        json.add(value, 0);
        return json.output.toText();
    }

    static SqlException tooDeep() {
        return SqlException.error("more than " + DEPTH_MAX + " objects within each other");
    }

    private void add(Object value, int depth) {
        if (depth > DEPTH_MAX) {
            throw tooDeep();
        }
        switch (value) {
            case null -> output.append("null");
            case Boolean truth -> output.append(truth ? "true" : "false");
            case Byte _, Short _, Integer _, Long _ ->
                output.append(Numbers.text(((Number) value).longValue()));
            case Float number -> addReal((double) number);
            case Double number -> addReal(number);
            case Map<?, ?> map -> addMap(map, depth);
            case Collection<?> elements -> addElements(elements, depth);
            case Record row -> addRecord(row, depth);
            case byte[] _ -> throw SqlException.error("JSON cannot hold BLOB values");
            default -> addOther(value, depth);
        }
    }

    private void addReal(double number) {
        if (Double.isFinite(number)) {
            output.append(Numbers.text(number));
        } else {
            output.append("null");
        }
    }

    private void addMap(Map<?, ?> map, int depth) {
        output.append('{');
        boolean more = false;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            addName(String.valueOf(entry.getKey()), more);
            add(entry.getValue(), depth + 1);
            more = true;
        }
        output.append('}');
    }

    private void addName(String name, boolean more) {
        if (more) {
            output.append(',');
        }
        JsonPrinter.appendString(output, Text.of(name));
        output.append(':');
    }

    private void addElements(Collection<?> elements, int depth) {
        output.append('[');
        boolean more = false;
        for (Object element : elements) {
            if (more) {
                output.append(',');
            }
            add(element, depth + 1);
            more = true;
        }
        output.append(']');
    }

    private void addRecord(Record row, int depth) {
        output.append('{');
        boolean more = false;
        for (TableColumns.Column column : TableColumns.of(row.getClass()).columns()) {
            addName(column.name(), more);
            add(HostRowEncoder.read(column, row), depth + 1);
            more = true;
        }
        output.append('}');
    }

    private void addOther(Object value, int depth) {
        if (value.getClass().isArray()) {
            output.append('[');
            for (int i = 0; i < Array.getLength(value); i++) {
                if (i > 0) {
                    output.append(',');
                }
                add(Array.get(value, i), depth + 1);
            }
            output.append(']');
            return;
        }
        String text = StoredText.of(value);
        if (text == null) {
            throw SqlException.error("no value of JSON: " + value.getClass());
        }
        JsonPrinter.appendString(output, Text.of(text));
    }
}
