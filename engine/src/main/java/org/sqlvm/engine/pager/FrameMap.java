package org.sqlvm.engine.pager;

import java.util.Arrays;

/** Page number to the last frame of the log that holds it: open addressing, 0 for none. */
final class FrameMap {
    private int[] keys = new int[64];
    private int[] frames = new int[64];
    private int count;

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
