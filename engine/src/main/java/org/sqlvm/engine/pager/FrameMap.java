package org.sqlvm.engine.pager;

import java.util.Arrays;

/**
 * Page number to the last frame of the log that holds it: open addressing, 0 for none. What a
 * transaction changes can be undone.
 */
final class FrameMap {
    private static final int[] NONE = {};

    /** The longest list of changes that is kept for the next transaction. */
    private static final int CHANGES_KEPT_MAX = 4096;

    private int[] keys = new int[64];
    private int[] frames = new int[64];
    private int count;

    /** The pages that the transaction has changed, in this order, and their frames before. */
    private int[] changedPages = NONE;

    private int[] framesBefore = NONE;
    private int changeCount;

    int get(int number) {
        int slot = find(number);
        return keys[slot] == number ? frames[slot] : 0;
    }

    void put(int number, int frame) {
        if (count * 2 >= keys.length) {
            grow();
        }
        int slot = find(number);
        if (keys[slot] == 0) {
            keys[slot] = number;
            count++;
        }
        frames[slot] = frame;
    }

    /** Puts a frame of our transaction, which {@link #undo} takes away. */
    void change(int number, int frame) {
        if (changeCount == changedPages.length) {
            int capacity = Math.max(64, changeCount * 2);
            changedPages = Arrays.copyOf(changedPages, capacity);
            framesBefore = Arrays.copyOf(framesBefore, capacity);
        }
        changedPages[changeCount] = number;
        framesBefore[changeCount++] = get(number);
        put(number, frame);
    }

    /** Brings back the frames from before the transaction. */
    void undo() {
        while (changeCount > 0) {
            changeCount--;
            put(changedPages[changeCount], framesBefore[changeCount]);
        }
    }

    /** Forgets what the frames were before: the transaction has ended. */
    void keep() {
        changeCount = 0;
        if (changedPages.length > CHANGES_KEPT_MAX) {
            changedPages = NONE;
            framesBefore = NONE;
        }
    }

    void clear() {
        Arrays.fill(keys, 0);
        count = 0;
    }

    private int find(int number) {
        int mask = keys.length - 1;
        int slot = ((number * 0x9E3779B1) >>> 7) & mask;
        while (keys[slot] != 0 && keys[slot] != number) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void grow() {
        int[] oldKeys = keys;
        int[] oldFrames = frames;
        keys = new int[oldKeys.length * 2];
        frames = new int[oldKeys.length * 2];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != 0) {
                int slot = find(oldKeys[i]);
                keys[slot] = oldKeys[i];
                frames[slot] = oldFrames[i];
            }
        }
    }
}
