package org.sqlvm.language;

import org.sqlvm.api.ColumnBatch;
import org.sqlvm.api.ScanRequest.Operator;
import org.sqlvm.api.files.ColumnType;
import org.sqlvm.api.files.FileColumn;
import org.sqlvm.api.files.FileContent;
import org.sqlvm.api.files.FileFormat;
import org.sqlvm.api.files.FileLayout;
import org.sqlvm.api.files.FileOption;
import org.sqlvm.api.files.FileOption.Type;
import org.sqlvm.api.files.FileOptions;
import org.sqlvm.api.files.FileScan;
import org.sqlvm.api.files.FormatReader;
import org.sqlvm.api.files.FormatWriter;
import org.sqlvm.api.files.InputFile;
import org.sqlvm.api.files.RandomInput;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * {@code read_fixed('x.fix')}: numbers and texts of ten bytes each, a line for each row. A group
 * has {@link #GROUP_ROWS} rows, which it reads where they stand.
 */
public final class FixedFormat implements FileFormat {
    static final int GROUP_ROWS = 100;

    private static final int WIDTH = 10;
    private static final int LINE = 2 * WIDTH + 1;

    /** The scans that readers were given, and the groups that were opened. */
    static final ConcurrentLinkedQueue<String> OPENED = new ConcurrentLinkedQueue<>();

    @Override
    public String name() {
        return "fixed";
    }

    @Override
    public List<String> extensions() {
        return List.of("fix", "fixed");
    }

    @Override
    public boolean isStream() {
        return false;
    }

    @Override
    public List<FileOption> options() {
        return List.of(
                new FileOption("names", Type.TEXT, "id,word", "The names of both columns."),
                new FileOption("batch", Type.NUMBER, "7", "The rows of a batch."),
                new FileOption("loud", Type.FLAG, "false", "Whether texts are in upper case."));
    }

    @Override
    public FileLayout inspect(InputFile file, FileOptions options) {
        String[] names = options.text("names").split(",", -1);
        if (names.length != 2) {
            throw FileOptions.bad("names", options.text("names"), "two names");
        }
        List<FileColumn> columns = List.of(
                FileColumn.of(names[0], ColumnType.INTEGER),
                FileColumn.of(names[1], ColumnType.TEXT));
        return new FileLayout(columns, LINE, null);
    }

    @Override
    public FileContent open(InputFile file, FileLayout layout, FileOptions options) {
        if (file.size() % LINE != 0) {
            throw file.error(file.size() / LINE + 1, "a line that is too short");
        }
        return new Content(file, (int) (file.size() / LINE), options);
    }

    private record Content(InputFile file, int rows, FileOptions options) implements FileContent {
        @Override
        public int groupCount() {
            return (rows + GROUP_ROWS - 1) / GROUP_ROWS;
        }

        /** Numbers rise by one. */
        @Override
        public Object[] bounds(int group, int column) {
            long first = (long) group * GROUP_ROWS;
            return column == 0 ? new Object[] {first, first + GROUP_ROWS} : null;
        }

        @Override
        public FormatReader open(int group, FileScan scan) {
            StringBuilder told = new StringBuilder(group + ":");
            for (FileScan.Condition each : scan.conditions()) {
                String operator =
                        each.operator() == Operator.EQ ? "=" : each.operator().name();
                told.append(' ').append(each.column()).append(operator).append(each.value());
            }
            OPENED.add(told.toString());
            return new Reader(
                    file,
                    file.open(),
                    group * GROUP_ROWS,
                    Math.min(rows, (group + 1) * GROUP_ROWS),
                    options);
        }
    }

    private static final class Reader implements FormatReader {
        private final InputFile file;
        private final RandomInput input;
        private final FileOptions options;
        private final int end;
        private int next;

        Reader(InputFile file, RandomInput input, int next, int end, FileOptions options) {
            this.file = file;
            this.input = input;
            this.next = next;
            this.end = end;
            this.options = options;
        }

        @Override
        public int next(ColumnBatch batch) throws IOException {
            int count = (int) Math.min(options.number("batch"), end - next);
            byte[] bytes = new byte[count * LINE];
            input.read(bytes, 0, bytes.length, (long) next * LINE);
            for (int row = 0; row < count; row++) {
                String number = text(bytes, row * LINE);
                String word = text(bytes, row * LINE + WIDTH);
                if (batch.isUsed(0)) {
                    put(batch, row, number);
                }
                if (batch.isUsed(1) && !word.equals("-")) {
                    byte[] shown = options.flag("loud")
                            ? word.toUpperCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8)
                            : word.getBytes(StandardCharsets.UTF_8);
                    batch.setText(1, row, shown, 0, shown.length);
                }
            }
            next += count;
            return count;
        }

        private void put(ColumnBatch batch, int row, String number) {
            try {
                batch.longs(0)[row] = number.equals("-") ? 0 : Long.parseLong(number);
                if (number.equals("-")) {
                    batch.setNull(0, row);
                }
            } catch (NumberFormatException _) {
                throw file.error(next + row + 1L, "no number: " + number);
            }
        }

        private static String text(byte[] bytes, int at) {
            return new String(bytes, at, WIDTH, StandardCharsets.UTF_8).strip();
        }

        @Override
        public void close() throws IOException {
            input.close();
        }
    }

    @Override
    public List<FileOption> writeOptions() {
        return List.of(new FileOption("nothing", Type.CHARACTER, "-", "What is written for NULL."));
    }

    @Override
    public FormatWriter write(OutputStream output, List<String> columns, FileOptions options) {
        if (columns.size() != 2) {
            throw new IllegalArgumentException("two columns are needed");
        }
        return values -> {
            List<String> cells = new ArrayList<>();
            for (Object value : values) {
                String text = value == null
                        ? Character.toString(options.character("nothing"))
                        : value.toString();
                cells.add(String.format("%-10s", text));
            }
            output.write((String.join("", cells) + "\n").getBytes(StandardCharsets.UTF_8));
        };
    }
}
