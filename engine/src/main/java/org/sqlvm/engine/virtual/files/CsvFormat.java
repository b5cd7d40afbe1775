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
import org.sqlvm.engine.error.SqlException;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Files of values with a character between them. The delimiter, the types and whether there is a
 * header are found by the first rows, unless options say them.
 */
public final class CsvFormat implements FileFormat {
    private static final FileOption DELIMITER = new FileOption(
            "delim",
            Type.CHARACTER,
            null,
            "What stands between values.",
            List.of("delimiter", "sep"));

    private static final FileOption QUOTE =
            new FileOption("quote", Type.CHARACTER, "\"", "What stands around texts.");

    private static final FileOption ESCAPE = new FileOption(
            "escape",
            Type.CHARACTER,
            null,
            "What stands before a quote in a text; without it the quote itself.",
            List.of("escape_char"));

    private static final FileOption NULL =
            new FileOption("nullstr", Type.TEXT, "", "What stands for NULL.", List.of("null"));

    /** The first is taken if none fits. */
    private static final byte[] DELIMITERS = {',', '\t', ';', '|'};

    /** How many bytes are looked at to find the delimiter. */
    private static final int HEAD_SIZE = 1 << 16;

    private static final int HEAD_RECORDS = 200;

    @Override
    public String name() {
        return "csv";
    }

    @Override
    public List<String> extensions() {
        return List.of("csv", "tsv");
    }

    @Override
    public List<FileOption> options() {
        return RecordOptions.with(
                DELIMITER,
                QUOTE,
                ESCAPE,
                NULL,
                new FileOption(
                        "comment", Type.CHARACTER, null, "What lines without rows begin with."),
                new FileOption(
                        "header", Type.FLAG, null, "Whether the first row names the columns."),
                new FileOption("skip", Type.NUMBER, "0", "The lines before the first row."),
                new FileOption(
                        "null_padding", Type.FLAG, "false", "Whether short rows end in NULLs."),
                new FileOption("all_varchar", Type.FLAG, "false", "Whether all columns are TEXT."));
    }

    @Override
    public FileLayout inspect(InputFile input, FileOptions options) {
        FileInput file = (FileInput) input;
        List<FileColumn> declared = DeclaredColumns.all(options);
        CsvDialect dialect = dialect(file, options);
        try (CsvRecords records = records(file, dialect, options)) {
            return new Inspection(file, options, dialect, declared).run(records);
        }
    }

    @Override
    public FileContent open(InputFile file, FileLayout layout, FileOptions options) {
        return new CsvFile((FileInput) file, layout, options);
    }

    @Override
    public boolean isText() {
        return true;
    }

    @Override
    public List<FileOption> writeOptions() {
        return List.of(
                DELIMITER,
                QUOTE,
                ESCAPE,
                NULL,
                new FileOption("header", Type.FLAG, "true", "Whether the first row has names."));
    }

    @Override
    public RowWriter write(OutputStream output, List<String> columns, FileOptions options)
            throws IOException {
        boolean tabs = options.paths().getFirst().toLowerCase(Locale.ROOT).contains(".tsv");
        return new CsvWriter(output, columns, options, tabs ? '\t' : ',');
    }

    private static CsvRecords records(FileInput file, CsvDialect dialect, FileOptions options) {
        CsvRecords records = new CsvRecords(file, file.text(), dialect);
        records.skipLines(options.number("skip"));
        return records;
    }

    private static CsvDialect dialect(FileInput file, FileOptions options) {
        int quote = options.character("quote");
        int escape = options.character("escape", quote);
        int delimiter = options.character("delim", DELIMITERS[0]);
        int comment = options.character("comment");
        CsvDialect dialect = new CsvDialect(delimiter, quote, escape, comment);
        return options.text("delim") == null ? withDelimiter(file, dialect, options) : dialect;
    }

    /** The delimiter by which all of the first records have most fields, and equally many. */
    private static CsvDialect withDelimiter(
            FileInput file, CsvDialect dialect, FileOptions options) {
        byte[] head = new byte[HEAD_SIZE];
        int size = 0;
        InputStream content = file.text();
        try {
            int count = 0;
            while (count >= 0 && size < HEAD_SIZE) {
                size += count;
                count = size == HEAD_SIZE ? -1 : file.read(content, head, size, HEAD_SIZE - size);
            }
        } finally {
            FileInput.closeQuietly(content);
        }
        CsvDialect best = dialect;
        int most = 1;
        for (byte delimiter : DELIMITERS) {
            CsvDialect tried = dialect.withDelimiter(delimiter);
            int count = fieldCount(file, head, size, tried, options);
            if (count > most) {
                best = tried;
                most = count;
            }
        }
        return best;
    }

    /** How many fields all records have; 0 if they differ. */
    private static int fieldCount(
            FileInput file, byte[] head, int size, CsvDialect dialect, FileOptions options) {
        boolean cut = size == HEAD_SIZE;
        List<Integer> counts = new ArrayList<>();
        try (CsvRecords records =
                new CsvRecords(file, new ByteArrayInputStream(head, 0, size), dialect)) {
            records.skipLines(options.number("skip"));
            while (counts.size() < HEAD_RECORDS && records.next()) {
                if (!records.isBlank()) {
                    counts.add(records.count());
                }
            }
        } catch (SqlException _) {
            if (!cut) {
                return 0; // A quote that is wrong with this delimiter.
            }
        }
        if (cut && counts.size() > 1 && counts.size() < HEAD_RECORDS) {
            counts.removeLast(); // The head ends within it.
        }
        return counts.stream().distinct().count() == 1 ? counts.getFirst() : 0;
    }

    /** Looks at the first rows of a file. */
    private record Inspection(
            FileInput file, FileOptions options, CsvDialect dialect, List<FileColumn> declared) {
        FileLayout run(CsvRecords records) {
            CsvForm form = form(false);
            List<String> first = next(records) ? CsvRows.texts(records) : List.of();
            int width = first.size();
            if (declared != null && width > 0 && declared.size() != width) {
                throw records.error(width + (width == 1 ? " column" : " columns") + " in place of "
                        + declared.size());
            }
            boolean[] firstNull = new boolean[width];
            for (int i = 0; i < width; i++) {
                firstNull[i] = form.isNull(records, i);
            }
            TypeGuess[] guesses = new TypeGuess[width];
            for (int i = 0; i < width; i++) {
                guesses[i] = new TypeGuess();
            }
            long rows = sample(records, form, guesses);
            List<ColumnType> types = new ArrayList<>();
            for (int i = 0; i < width; i++) {
                types.add(declared == null ? guesses[i].type() : declared.get(i).type());
            }
            boolean header =
                    options.flag("header", width > 0 && hasHeader(first, firstNull, types, rows));
            if (!header && declared == null) {
                for (int i = 0; i < width; i++) {
                    if (!firstNull[i]) {
                        byte[] bytes = first.get(i).getBytes(StandardCharsets.UTF_8);
                        guesses[i].add(bytes, 0, bytes.length);
                        types.set(i, guesses[i].type());
                    }
                }
            }
            double size = records.consumed() / (double) Math.max(1, rows + (header ? 0 : 1));
            return new FileLayout(columns(first, header, types), size, form(header));
        }

        private List<FileColumn> columns(
                List<String> first, boolean header, List<ColumnType> types) {
            if (declared != null) {
                return declared;
            }
            int width = Math.max(1, first.size());
            List<String> names = header && !first.isEmpty()
                    ? ColumnNames.unique(first)
                    : ColumnNames.numbered(width);
            boolean texts = options.flag("all_varchar") || types.isEmpty();
            List<FileColumn> columns = new ArrayList<>();
            for (int i = 0; i < width; i++) {
                ColumnType type = texts ? ColumnType.TEXT : types.get(i);
                columns.add(new FileColumn(names.get(i), type, type.name(), true));
            }
            return DeclaredColumns.withTypes(columns, options);
        }

        private CsvForm form(boolean header) {
            String text = options.text("nullstr");
            byte[] nullText = text.getBytes(StandardCharsets.UTF_8);
            boolean padding = options.flag("null_padding");
            return new CsvForm(dialect, header, declared != null, nullText, padding);
        }

        private boolean next(CsvRecords records) {
            do {
                if (!records.next()) {
                    return false;
                }
            } while (records.isBlank());
            return true;
        }

        /** Reads some rows; how many there were. What is wrong is found when they are read. */
        private long sample(CsvRecords records, CsvForm form, TypeGuess[] guesses) {
            long rows = 0;
            long rowsMax = RecordOptions.sampleRows(options);
            try {
                while (rows < rowsMax && next(records)) {
                    int width = Math.min(records.count(), guesses.length);
                    for (int i = 0; i < width; i++) {
                        if (!form.isNull(records, i)) {
                            guesses[i].add(records.bytes(), records.from(i), records.to(i));
                        }
                    }
                    rows++;
                }
            } catch (SqlException _) {
                // The columns are known so far as there are rows before the error.
            }
            return rows;
        }

        /**
         * Whether the first row names the columns: a name is no number where all others are, or all
         * values are texts.
         */
        private boolean hasHeader(
                List<String> first, boolean[] firstNull, List<ColumnType> types, long rows) {
            boolean numbers = false;
            boolean names = true;
            Set<String> seen = new HashSet<>();
            for (int i = 0; i < first.size(); i++) {
                byte[] bytes = first.get(i).getBytes(StandardCharsets.UTF_8);
                boolean number =
                        !firstNull[i] && TypeGuess.fits(ColumnType.REAL, bytes, 0, bytes.length);
                boolean wanted =
                        types.get(i) == ColumnType.INTEGER || types.get(i) == ColumnType.REAL;
                if (wanted && rows > 0) {
                    numbers = true;
                    if (!firstNull[i] && !number) {
                        return true;
                    }
                }
                names &= !firstNull[i] && !number && seen.add(first.get(i));
                names &= declared == null
                        || declared.get(i).name().equalsIgnoreCase(first.get(i).strip());
            }
            return names && !numbers;
        }
    }
}
