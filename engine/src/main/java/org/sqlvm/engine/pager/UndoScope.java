package org.sqlvm.engine.pager;

import java.util.Arrays;

/**
 * The pages as they were when a transaction, or a statement in it, began: enough to undo it alone.
 */
final class UndoScope {
    private static final int[] NONE = new int[0];

    /** Unique in the pager, never 0. */
    final long id;

    /** How many pages the database had. */
    final int pageCount;

    final UndoScope outer;

    private int[] numbers = NONE;
    private byte[][] images = new byte[0][];
    private int count;
    private int[] table = NONE;

    UndoScope(long id, int pageCount, UndoScope outer) {
        this.id = id;
        this.pageCount = pageCount;
        this.outer = outer;
    }

    /** Keeps a copy of the page, unless there is one, or the page is younger than this scope. */
    void save(Page page) {
        if (page.number <= pageCount && !contains(page.number)) {
            add(page.number, page.data.clone());
        }
        page.savedIn = id;
    }

    /** This scope ends well: what the outer one has no image of becomes part of it. */
    void mergeIntoOuter() {
        for (int i = 0; i < count; i++) {
            if (numbers[i] <= outer.pageCount && !outer.contains(numbers[i])) {
                outer.add(numbers[i], images[i]);
            }
        }
    }

    int count() {
        return count;
    }

    int number(int index) {
        return numbers[index];
    }

    byte[] image(int index) {
        return images[index];
    }

    private void add(int number, byte[] image) {
        if (count == numbers.length) {
            int capacity = Math.max(4, count * 2);
            numbers = Arrays.copyOf(numbers, capacity);
            images = Arrays.copyOf(images, capacity);
            rebuildTable(capacity * 2);
        }
        numbers[count] = number;
        images[count] = image;
        enter(count++);
    }

    private void rebuildTable(int size) {
        table = new int[size];
        for (int i = 0; i < count; i++) {
            enter(i);
        }
    }

    private void enter(int index) {
        int slot = slotOf(numbers[index]);
        while (table[slot] != 0) {
            slot = slot + 1 == table.length ? 0 : slot + 1;
        }
        table[slot] = index + 1;
    }

    private boolean contains(int number) {
        if (count == 0) {
            return false;
        }
        int slot = slotOf(number);
        while (table[slot] != 0) {
            if (numbers[table[slot] - 1] == number) {
                return true;
            }
            slot = slot + 1 == table.length ? 0 : slot + 1;
        }
        return false;
    }

    private int slotOf(int number) {
        return ((number * 0x9E3779B1) >>> 1) % table.length;
    }
}
