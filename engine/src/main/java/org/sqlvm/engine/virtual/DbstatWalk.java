package org.sqlvm.engine.virtual;

import org.sqlvm.engine.btree.Btree;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Visits the pages of a b-tree, each before those below it (sqlite.org/fileformat2.html 1.6). */
final class DbstatWalk {
    private static final int INTERNAL_INDEX = 0x02;
    private static final int INTERNAL_TABLE = 0x05;
    private static final int LEAF_INDEX = 0x0A;
    private static final int LEAF_TABLE = 0x0D;

    private static final int FILE_HEADER_SIZE = 100;
    /** A tree cannot be deeper in a file of the largest size. */
    private static final int DEPTH_MAX = 32;

    private final Btree btree;
    private final int pageCount;
    private final int usable;
    private final Deque<Open> open = new ArrayDeque<>();
    private int root;
    /** Pages met so far: a tree that has more than the file is damaged. */
    private int visitedCount;

    /**
     * A page that has been visited.
     *
     * @param path from the root: the numbers of cells in hexadecimal
     * @param payload bytes of content on the page
     * @param unused bytes
     * @param largest payload of a cell, with its overflow pages
     */
    record Visited(
            int number,
            String path,
            String type,
            long cellCount,
            long payload,
            long unused,
            long largest) {
        Visited plus(Visited other) {
            return new Visited(
                    number,
                    path,
                    type,
                    cellCount + other.cellCount,
                    payload + other.payload,
                    unused + other.unused,
                    Math.max(largest, other.largest));
        }
    }

    /**
     * @param child the page left of the cell, or 0
     * @param overflow its overflow pages, in their order
     * @param last bytes of content on the last of them
     */
    private record Cell(int child, int local, List<Integer> overflow, int last) {}

    /** A page whose cells are being visited. */
    private static final class Open {
        final String path;
        final List<Cell> cells;
        final int right;
        int cell;
        int overflow;

        Open(String path, List<Cell> cells, int right) {
            this.path = path;
            this.cells = cells;
            this.right = right;
        }
    }

    DbstatWalk(Btree btree, int root) {
        this.btree = btree;
        this.root = root;
        this.pageCount = btree.pageCount();
        this.usable = btree.usableSize();
    }

    /** The next page, or null. */
    Visited next() {
        if (root != 0) {
            int first = root;
            root = 0;
            return first > pageCount ? null : enter(first, "/");
        }
        while (!open.isEmpty()) {
            Open page = open.peek();
            if (page.cell < page.cells.size()) {
                Cell cell = page.cells.get(page.cell);
                if (page.overflow < cell.overflow().size()) {
                    return overflow(page, cell);
                }
            }
            boolean behind = page.cell == page.cells.size();
            int child = page.cell > page.cells.size()
                    ? 0
                    : behind ? page.right : page.cells.get(page.cell).child();
            if (page.cell > page.cells.size() || (behind && page.right == 0)) {
                open.pop();
                continue;
            }
            String path = page.path + String.format("%03x/", page.cell);
            page.cell++;
            page.overflow = 0;
            if (child != 0 && open.size() < DEPTH_MAX && visitedCount++ < pageCount) {
                return enter(child, path);
            }
        }
        return null;
    }

    private Visited overflow(Open page, Cell cell) {
        int place = page.overflow++;
        boolean last = place == cell.overflow().size() - 1;
        int payload = last ? cell.last() : usable - 4;
        String path = page.path + String.format("%03x+%06x", page.cell, place);
        int number = cell.overflow().get(place);
        return new Visited(number, path, "overflow", 0, payload, usable - 4 - payload, 0);
    }

    private Visited enter(int number, String path) {
        byte[] data = number <= pageCount ? btree.pageBytes(number) : new byte[0];
        try {
            return read(number, path, data);
        } catch (IndexOutOfBoundsException e) {
            return new Visited(number, path, "corrupted", 0, 0, 0, 0);
        }
    }

    private Visited read(int number, String path, byte[] data) {
        int header = number == 1 ? FILE_HEADER_SIZE : 0;
        int kind = data[header];
        boolean leaf = kind == LEAF_INDEX || kind == LEAF_TABLE;
        if (!leaf && kind != INTERNAL_INDEX && kind != INTERNAL_TABLE) {
            throw new IndexOutOfBoundsException(kind);
        }
        int count = two(data, header + 3);
        int cells = header + (leaf ? 8 : 12);
        int start = two(data, header + 5);
        int unused = (start == 0 ? 65536 : start) - cells - 2 * count + data[header + 7];
        int free = two(data, header + 1);
        while (free != 0) {
            unused += two(data, free + 2);
            int next = two(data, free);
            free = next > free ? next : 0;
        }
        List<Cell> found = new ArrayList<>();
        long payload = 0;
        long largest = 0;
        for (int i = 0; i < count; i++) {
            int place = two(data, cells + 2 * i);
            int child = 0;
            if (!leaf) {
                child = four(data, place);
                place += 4;
            }
            if (kind == INTERNAL_TABLE) {
                found.add(new Cell(child, 0, List.of(), 0));
                continue;
            }
            long size = 0;
            int used = 0;
            do {
                size = size << 7 | (data[place + used] & 0x7F);
            } while ((data[place + used++] & 0x80) != 0 && used < 9);
            place += used;
            if (kind == LEAF_TABLE) {
                int length = 1;
                while (length < 9 && (data[place + length - 1] & 0x80) != 0) {
                    length++;
                }
                place += length;
            }
            int local = local(kind, size);
            largest = Math.max(largest, size);
            payload += local;
            found.add(cell(data, child, place, local, size));
        }
        if (!leaf || found.stream().anyMatch(cell -> !cell.overflow().isEmpty())) {
            open.push(new Open(path, found, leaf ? 0 : four(data, header + 8)));
        }
        String type = leaf ? "leaf" : "internal";
        return new Visited(number, path, type, count, payload, unused, largest);
    }

    private Cell cell(byte[] data, int child, int place, int local, long size) {
        List<Integer> overflow = new ArrayList<>();
        if (size <= local) {
            return new Cell(child, local, overflow, 0);
        }
        long rest = size - local;
        long pages = (rest + usable - 5) / (usable - 4);
        int next = four(data, place + local);
        for (long i = 0; i < pages && next > 0 && next <= pageCount; i++) {
            overflow.add(next);
            next = four(btree.pageBytes(next), 0);
        }
        return new Cell(child, local, overflow, (int) (rest - (pages - 1) * (usable - 4)));
    }

    /** How much of a payload stands in the cell. */
    private int local(int kind, long size) {
        int least = (usable - 12) * 32 / 255 - 23;
        int most = kind == LEAF_TABLE ? usable - 35 : (usable - 12) * 64 / 255 - 23;
        int local = (int) (least + (size - least) % (usable - 4));
        return size <= most ? (int) size : local > most ? least : local;
    }

    private static int two(byte[] data, int place) {
        return (data[place] & 0xFF) << 8 | (data[place + 1] & 0xFF);
    }

    private static int four(byte[] data, int place) {
        return two(data, place) << 16 | two(data, place + 2);
    }
}
