package org.sqlvm.spark;

import org.sqlvm.api.Database;
import org.sqlvm.api.FileInfo;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Keys that split a tree into parts of about the same number of pages, from its upper levels
 * (sqlite.org/fileformat.html section 1.6). The keys are those between pages, so that gaps in the
 * numbers of rows do not matter.
 */
final class TreeSplits {
    private static final int INDEX_INTERIOR = 2;
    private static final int TABLE_INTERIOR = 5;

    /** The header of the file, which the first page begins with. */
    private static final int FILE_HEADER = 100;

    private static final int PAGE_HEADER = 12;

    /** Pages looked at for each wanted part, so that parts differ by an eighth. */
    private static final int PAGES_PER_PART = 8;

    private static final int DEPTH_MAX = 20;

    private final Database database;
    private final int usable;
    private final Charset charset;

    /** The pages of a level, and the keys between them. */
    private List<Integer> level = new ArrayList<>();

    private List<Object> keys = new ArrayList<>();

    private TreeSplits(Database database, FileInfo info) {
        this.database = database;
        usable = info.pageSize() - info.reservedBytes();
        charset = switch (info.textEncoding()) {
            case 2 -> StandardCharsets.UTF_16LE;
            case 3 -> StandardCharsets.UTF_16BE;
            default -> StandardCharsets.UTF_8;
        };
    }

    /**
     * @param keys in the tree's order, none twice: rowids, or the first values of keys (Long,
     *     Double, String or byte[])
     * @param pages an estimate of the pages of the tree
     */
    record Splits(List<Object> keys, long pages) {}

    /**
     * Returns keys between the parts of a tree.
     *
     * @param root its first page
     * @param wanted the number of parts; fewer if the tree has fewer pages
     */
    static Splits of(Database database, int root, int wanted) {
        TreeSplits splits = new TreeSplits(database, database.fileInfo());
        splits.level.add(root);
        long fanOut = 1;
        int depth = 0;
        while (depth++ < DEPTH_MAX && splits.isInterior()) {
            if (splits.level.size() >= (long) wanted * PAGES_PER_PART) {
                fanOut *= splits.childCount(splits.level.get(splits.level.size() / 2));
                splits.level = List.of(splits.middleChild());
                continue;
            }
            splits.descend();
        }
        return splits.pick(wanted, fanOut);
    }

    private int pagesAtKeys;

    private Splits pick(int wanted, long fanOut) {
        int pages = Math.max(pagesAtKeys, 1);
        List<Object> picked = new ArrayList<>();
        for (int i = 1; i < wanted; i++) {
            int at = (int) ((long) i * pages / wanted) - 1;
            if (at >= 0 && at < keys.size() && keys.get(at) != null) {
                Object key = keys.get(at);
                if (picked.isEmpty() || !picked.getLast().equals(key)) {
                    picked.add(key);
                }
            }
        }
        return new Splits(picked, pages * fanOut);
    }

    private static int header(int page) {
        return page == 1 ? FILE_HEADER : 0;
    }

    private boolean isInterior() {
        int first = level.getFirst();
        byte type = database.page(first)[header(first)];
        return type == INDEX_INTERIOR || type == TABLE_INTERIOR;
    }

    private int childCount(int page) {
        return ByteBuffer.wrap(database.page(page)).getShort(header(page) + 3) + 1;
    }

    private int middleChild() {
        int page = level.get(level.size() / 2);
        ByteBuffer bytes = ByteBuffer.wrap(database.page(page));
        int cell = header(page) + PAGE_HEADER + 2 * (childCount(page) / 2);
        return childCount(page) < 2
                ? bytes.getInt(header(page) + 8)
                : bytes.getInt(bytes.getShort(Math.min(
                                cell, header(page) + PAGE_HEADER + 2 * (childCount(page) - 2)))
                        & 0xFFFF);
    }

    /** Replaces the level by the one below. */
    private void descend() {
        List<Integer> children = new ArrayList<>();
        List<Object> between = new ArrayList<>();
        for (int i = 0; i < level.size(); i++) {
            int number = level.get(i);
            int header = header(number);
            ByteBuffer page = ByteBuffer.wrap(database.page(number));
            int cells = page.getShort(header + 3) & 0xFFFF;
            for (int cell = 0; cell < cells; cell++) {
                int at = page.getShort(header + PAGE_HEADER + 2 * cell) & 0xFFFF;
                children.add(page.getInt(at));
                between.add(
                        page.get(header) == TABLE_INTERIOR
                                ? (Object) varint(page, at + 4)
                                : firstValue(page, at + 4));
            }
            children.add(page.getInt(header + 8));
            if (i < keys.size()) {
                between.add(keys.get(i));
            }
        }
        level = children;
        keys = between;
        pagesAtKeys = children.size();
    }

    // ------------------------------------------------------------------ cells

    /** The number of bytes of the last varint. */
    private int size;

    private long varint(ByteBuffer page, int at) {
        long value = 0;
        for (int i = 0; i < 8; i++) {
            byte next = page.get(at + i);
            value = value << 7 | (next & 0x7F);
            if (next >= 0) {
                size = i + 1;
                return value;
            }
        }
        size = 9;
        return value << 8 | (page.get(at + 8) & 0xFF);
    }

    /** The first value of an index entry; null if it is not on the page, or no exact text. */
    private Object firstValue(ByteBuffer page, int cell) {
        long payload = varint(page, cell);
        int record = cell + size;
        long headerSize = varint(page, record);
        long type = varint(page, record + size);
        int at = (int) (record + headerSize);
        int length = (int) Math.min(Integer.MAX_VALUE, length(type));
        // Only the local part of the payload: section 1.6 again.
        long local = payload <= (usable - 12) * 64L / 255 - 23
                ? payload
                : Math.min(payload, (usable - 12) * 32L / 255 - 23);
        if (headerSize + length > local) {
            return null;
        }
        return switch ((int) Math.min(type, 12)) {
            case 0, 10, 11 -> null;
            case 7 -> page.getDouble(at);
            case 8 -> 0L;
            case 9 -> 1L;
            case 12 -> bytes(page, at, length, type);
            default -> {
                long value = page.get(at);
                for (int i = 1; i < length; i++) {
                    value = value << 8 | (page.get(at + i) & 0xFF);
                }
                yield value;
            }
        };
    }

    private static long length(long type) {
        return switch ((int) Math.min(type, 12)) {
            case 1, 2, 3, 4 -> type;
            case 5 -> 6;
            case 6, 7 -> 8;
            case 12 -> (type - 12) / 2;
            default -> 0;
        };
    }

    private Object bytes(ByteBuffer page, int at, int length, long type) {
        byte[] bytes = new byte[length];
        page.get(at, bytes);
        if (type % 2 == 0) {
            return bytes;
        }
        try {
            String text = charset.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return text.indexOf('\0') >= 0 ? null : text;
        } catch (CharacterCodingException _) {
            return null;
        }
    }
}
