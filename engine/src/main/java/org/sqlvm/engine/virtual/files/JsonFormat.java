package org.sqlvm.engine.virtual.files;

import org.sqlvm.api.files.ColumnType;
import org.sqlvm.api.files.FileColumn;
import org.sqlvm.api.files.FileContent;
import org.sqlvm.api.files.FileFormat;
import org.sqlvm.api.files.FileLayout;
import org.sqlvm.api.files.FileOption;
import org.sqlvm.api.files.FileOption.Type;
import org.sqlvm.api.files.FileOptions;
import org.sqlvm.api.files.InputFile;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.json.JsonValue;
import org.sqlvm.engine.json.Jsonb;
import org.sqlvm.engine.json.JsonbType;

import java.io.OutputStream;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Files of JSON: one document a line, an array of them, or one behind the other. The members of
 * objects are columns, in the order in which the first rows have them.
 */
public final class JsonFormat implements FileFormat {
    private static final String WHOLE = "json";

    private enum Kind {
        INTEGER,
        /** An integer of more than 64 bits. */
        BIG,
        REAL,
        TEXT,
        CONTAINER
    }

    @Override
    public String name() {
        return "json";
    }

    @Override
    public List<String> extensions() {
        return List.of("json", "jsonl", "ndjson");
    }

    @Override
    public List<FileOption> options() {
        return RecordOptions.with(new FileOption(
                "format",
                Type.TEXT,
                "auto",
                "How documents follow each other: newline_delimited, array or unstructured."));
    }

    @Override
    public FileLayout inspect(InputFile input, FileOptions options) {
        FileInput file = (FileInput) input;
        List<FileColumn> declared = DeclaredColumns.all(options);
        if (declared != null) {
            return new FileLayout(
                    declared, 100, declared.stream().map(FileColumn::name).toList());
        }
        try (JsonDocuments documents = documents(file, options)) {
            return new Inspection(options).run(documents);
        }
    }

    @Override
    public FileContent open(InputFile file, FileLayout layout, FileOptions options) {
        return new JsonFile((FileInput) file, layout);
    }

    @Override
    public List<FileOption> writeOptions() {
        return List.of(
                new FileOption("array", Type.FLAG, "false", "Whether the rows are one array."));
    }

    @Override
    public RowWriter write(OutputStream output, List<String> columns, FileOptions options) {
        return new JsonWriter(output, columns, options);
    }

    static JsonDocuments documents(FileInput file, FileOptions options) {
        String format = options.text("format");
        JsonDocuments.Form form = switch (format) {
            case "auto" -> JsonDocuments.Form.AUTO;
            case "newline_delimited", "nd" -> JsonDocuments.Form.LINES;
            case "array" -> JsonDocuments.Form.ARRAY;
            case "unstructured" -> JsonDocuments.Form.VALUES;
            default ->
                throw FileOptions.bad(
                        "format", format, "auto, newline_delimited, array or unstructured");
        };
        return new JsonDocuments(file, file.text(), form);
    }

    /** Looks at the first rows of a file. */
    private static final class Inspection {
        private final FileOptions options;
        private final Map<Text, Set<Kind>> members = new LinkedHashMap<>();
        private boolean objects = true;
        private long rows;

        Inspection(FileOptions options) {
            this.options = options;
        }

        FileLayout run(JsonDocuments documents) {
            long rowsMax = RecordOptions.sampleRows(options);
            try {
                while (rows < rowsMax && documents.next()) {
                    Jsonb document = documents.parse();
                    if (document != null) {
                        add(document);
                        rows++;
                    } else if (!RecordOptions.ignoresErrors(options)) {
                        if (rows == 0) {
                            throw documents.error(JsonTexts.error(documents.text()));
                        }
                        break; // The error comes when the row is read.
                    }
                }
            } catch (SqlException e) {
                if (rows == 0) {
                    throw e;
                }
            }
            double size = documents.consumed() / (double) Math.max(1, rows);
            if (!objects || members.isEmpty()) {
                List<FileColumn> only = List.of(FileColumn.of(WHOLE, ColumnType.ANY));
                return new FileLayout(DeclaredColumns.withTypes(only, options), size, null);
            }
            List<String> names = new ArrayList<>();
            members.keySet().forEach(name -> names.add(name.toString()));
            List<String> unique = ColumnNames.unique(names);
            List<FileColumn> columns = new ArrayList<>();
            for (Set<Kind> kinds : members.values()) {
                columns.add(FileColumn.of(unique.get(columns.size()), type(kinds)));
            }
            return new FileLayout(DeclaredColumns.withTypes(columns, options), size, names);
        }

        private void add(Jsonb document) {
            if (document.type(0) != JsonbType.OBJECT) {
                objects = false;
                return;
            }
            int end = document.end(0);
            int at = document.payload(0);
            while (at < end) {
                int value = document.end(at);
                Text label = JsonTexts.label(document, at);
                Set<Kind> kinds = members.get(label);
                if (kinds == null) {
                    kinds = EnumSet.noneOf(Kind.class);
                    members.put(label.owned(), kinds);
                }
                Kind kind = kind(document, value);
                if (kind != null) {
                    kinds.add(kind);
                }
                at = document.end(value);
            }
        }

        /** Null for null. */
        private static Kind kind(Jsonb document, int element) {
            return switch (document.type(element)) {
                case JsonbType.NULL -> null;
                case JsonbType.TRUE, JsonbType.FALSE -> Kind.INTEGER;
                case JsonbType.INT, JsonbType.INT5 ->
                    JsonValue.of(document, element, false) instanceof Long
                            ? Kind.INTEGER
                            : Kind.BIG;
                case JsonbType.FLOAT, JsonbType.FLOAT5 -> Kind.REAL;
                case JsonbType.ARRAY, JsonbType.OBJECT -> Kind.CONTAINER;
                default -> Kind.TEXT;
            };
        }

        private static ColumnType type(Set<Kind> kinds) {
            if (kinds.contains(Kind.BIG)) {
                return ColumnType.TEXT; // As reals such numbers and those beside them would change.
            }
            boolean numbers = kinds.contains(Kind.INTEGER) || kinds.contains(Kind.REAL);
            boolean texts = kinds.contains(Kind.TEXT) || kinds.contains(Kind.CONTAINER);
            if (numbers) {
                return texts
                        ? ColumnType.ANY
                        : kinds.contains(Kind.REAL) ? ColumnType.REAL : ColumnType.INTEGER;
            }
            return texts ? ColumnType.TEXT : ColumnType.ANY;
        }
    }
}
