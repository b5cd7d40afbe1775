package org.sqlvm.shell.command;

import org.sqlvm.api.Database;
import org.sqlvm.api.FileInfo;
import org.sqlvm.api.JavaValues;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.shell.recover.FormatReader;
import org.sqlvm.shell.session.Shell;
import org.sqlvm.shell.terminal.ByteSink;
import org.sqlvm.shell.text.CommandWords;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * {@code .page N}: what a page of the file holds, for people who look into the file format
 * (sqlite.org/fileformat.html): the b-tree header, the cells, and all bytes.
 */
final class PageCommand {
    private static final int FILE_HEADER_SIZE = 100;
    private static final int LEAF_HEADER_SIZE = 8;
    private static final int BYTES_PER_LINE = 16;
    /** Longer values are cut; the bytes are below. */
    private static final int VALUE_SHOWN = 24;

    private static final int INDEX_INTERIOR = 2;
    private static final int TABLE_INTERIOR = 5;
    private static final int INDEX_LEAF = 10;
    private static final int TABLE_LEAF = 13;

    private final Shell shell;
    private final ByteSink out;
    private byte[] page = {};
    private int usableSize;
    private FormatReader reader;

    PageCommand(Shell shell) {
        this.shell = shell;
        out = shell.output.sink();
    }

    Shell.Outcome run(List<String> words) {
        if (words.size() != 2 || !CommandWords.isInteger(words.get(1))) {
            shell.report("Usage: .page N");
            return Shell.Outcome.FAILED;
        }
        int number = (int) CommandWords.integer(words.get(1));
        try {
            Database database = shell.database();
            FileInfo info = database.fileInfo();
            if (number < 1 || number > info.pageCount()) {
                shell.report("Error: no page " + number);
                return Shell.Outcome.FAILED;
            }
            page = database.page(number);
            reader = new FormatReader(page, Integer.MAX_VALUE);
            usableSize = page.length - info.reservedBytes();
        } catch (SqlvmException e) {
            shell.report("Error: " + e.getMessage());
            return Shell.Outcome.FAILED;
        }
        int header = number == 1 ? FILE_HEADER_SIZE : 0;
        int type = reader.unsigned(header, 1);
        String kind = kind(type);
        out.line("page " + number + ", " + page.length + " bytes: " + kind);
        if (isTree(type)) {
            try {
                tree(header, type);
            } catch (IndexOutOfBoundsException e) {
                out.line("  damaged: something points out of the page");
            }
        }
        bytes();
        return Shell.Outcome.DONE;
    }

    private static boolean isTree(int type) {
        return type == INDEX_INTERIOR
                || type == TABLE_INTERIOR
                || type == INDEX_LEAF
                || type == TABLE_LEAF;
    }

    private static String kind(int type) {
        return switch (type) {
            case INDEX_INTERIOR -> "interior page of an index";
            case TABLE_INTERIOR -> "interior page of a table";
            case INDEX_LEAF -> "leaf of an index";
            case TABLE_LEAF -> "leaf of a table";
            default -> "no page of a b-tree (overflow, freelist or pointer map)";
        };
    }

    private void tree(int header, int type) {
        boolean leaf = type >= INDEX_LEAF;
        int count = reader.unsigned(header + 3, 2);
        int content = reader.unsigned(header + 5, 2);
        field(header, "page type", type);
        field(header + 1, "first free block", reader.unsigned(header + 1, 2));
        field(header + 3, "number of cells", count);
        field(header + 5, "start of cell content", content == 0 ? 65536 : content);
        field(header + 7, "fragmented free bytes", reader.unsigned(header + 7, 1));
        int pointers = header + LEAF_HEADER_SIZE;
        if (!leaf) {
            field(pointers, "rightmost child page", reader.unsigned(pointers, 4));
            pointers += 4;
        }
        freeBlocks(reader.unsigned(header + 1, 2));
        for (int i = 0; i < count; i++) {
            int cell = reader.unsigned(pointers + 2 * i, 2);
            out.put(String.format(Locale.ROOT, "  cell %d at %04x: ", i, cell));
            cell(cell, type);
        }
    }

    private void field(int offset, String name, int value) {
        out.line(String.format(Locale.ROOT, "  %04x %-22s %d", offset, name, value));
    }

    private void freeBlocks(int first) {
        // Blocks are in ascending order, so a chain that goes back is damaged and ends here.
        int block = first;
        while (block != 0) {
            int next = reader.unsigned(block, 2);
            int size = reader.unsigned(block + 2, 2);
            out.line(String.format(Locale.ROOT, "  free block at %04x: %d bytes", block, size));
            block = next > block ? next : 0;
        }
    }

    private void cell(int offset, int type) {
        reader.moveTo(offset);
        StringBuilder text = new StringBuilder();
        if (type < INDEX_LEAF) {
            text.append("child page ").append(reader.unsigned(offset, 4)).append(", ");
            reader.moveTo(offset + 4);
        }
        if (type == TABLE_INTERIOR) {
            out.line(text.append("rowid ").append(reader.varint()).toString());
            return;
        }
        long size = reader.varint();
        if (type == TABLE_LEAF) {
            text.append("rowid ").append(reader.varint()).append(", ");
        }
        text.append("payload ").append(size).append(" bytes");
        long local = FormatReader.localSize(size, usableSize, type == TABLE_LEAF);
        if (local < size) {
            int overflow = reader.unsigned(reader.position() + (int) local, 4);
            text.append(", ").append(local).append(" here, overflow page ").append(overflow);
        }
        out.line(text.toString());
        out.line("    (" + record(reader.position(), reader.position() + (int) local) + ")");
    }

    private String record(int start, int end) {
        reader.moveTo(start);
        int headerEnd = start + (int) reader.varint();
        int value = headerEnd;
        StringBuilder text = new StringBuilder();
        while (reader.position() < Math.min(headerEnd, end)) {
            long serialType = reader.varint();
            int size = (int) Math.min(FormatReader.valueSize(serialType), Integer.MAX_VALUE / 4);
            text.append(text.isEmpty() ? "" : ", ");
            if (value + size > end) {
                return text.append("the rest on overflow pages").toString();
            }
            text.append(value(serialType, value, size));
            value += size;
        }
        return text.toString();
    }

    private String value(long serialType, int offset, int size) {
        if (serialType >= 12) {
            int shown = Math.min(size, VALUE_SHOWN);
            String more = shown < size ? "..." : "";
            return serialType % 2 == 0
                    ? "x'" + HexFormat.of().formatHex(page, offset, offset + shown) + "'" + more
                    : "'" + printable(new String(page, offset, shown, StandardCharsets.UTF_8)) + "'"
                            + more;
        }
        return switch ((int) serialType) {
            case 0 -> "NULL";
            case 7 -> JavaValues.toText(Double.longBitsToDouble(reader.signed(offset, 8)));
            case 8 -> "0";
            case 9 -> "1";
            case 10, 11 -> "reserved";
            default -> Long.toString(reader.signed(offset, size));
        };
    }

    private static String printable(String text) {
        StringBuilder result = new StringBuilder();
        text.chars().forEach(c -> result.append(Character.isISOControl(c) ? '.' : (char) c));
        return result.toString();
    }

    /** All bytes, sixteen a line; lines like the one above are left out, as hexdump does. */
    private void bytes() {
        HexFormat hex = HexFormat.of().withDelimiter(" ");
        String above = "";
        boolean left = false;
        for (int i = 0; i < page.length; i += BYTES_PER_LINE) {
            int end = Math.min(i + BYTES_PER_LINE, page.length);
            String line = hex.formatHex(page, i, end);
            if (!line.equals(above)) {
                out.put(String.format(Locale.ROOT, "%04x  %-47s  ", i, line));
                for (int j = i; j < end; j++) {
                    out.put(page[j] >= ' ' && page[j] < 0x7f ? page[j] : '.');
                }
                out.put('\n');
                left = false;
            } else if (!left) {
                out.line("*");
                left = true;
            }
            above = line;
        }
    }
}
