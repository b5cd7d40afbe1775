package org.sqlvm.build;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * The model of a disk that can lose its power, for the tests of several modules.
 *
 * <p>A write is volatile until its file is synced; a file's name is until its folder is. When the
 * power goes, any of the sectors of each volatile write may have arrived, in any order, and so may
 * any change of a name.
 */
public final class VolatileDisk {
    /** In bytes. */
    private static final int SECTOR = 512;

    /** Bytes at an offset, or, without bytes, a new length. */
    private record Change(long offset, byte[] bytes) {}

    /** The content of a file. It stays usable when its name is removed. */
    public static final class Content {
        private byte[] bytes = {};
        private int length;
        private byte[] durable = {};
        private final List<Change> pending = new ArrayList<>();

        /** The number of syncs that {@link #beginSync} has begun. */
        private long syncs;

        private void apply(Change change) {
            if (change.bytes == null) {
                int newLength = (int) change.offset;
                grow(newLength);
                Arrays.fill(bytes, Math.min(length, newLength), bytes.length, (byte) 0);
                length = newLength;
            } else {
                int end = (int) change.offset + change.bytes.length;
                grow(end);
                System.arraycopy(change.bytes, 0, bytes, (int) change.offset, change.bytes.length);
                length = Math.max(length, end);
            }
            pending.add(change);
        }

        private void grow(int size) {
            if (size > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(size, 2 * bytes.length));
            }
        }

        /** @return the number of bytes read: less than {@code count} at the end of the file */
        public int read(byte[] target, int offset, int count, long position) {
            int found = (int) Math.clamp(length - position, 0L, (long) count);
            if (found > 0) {
                System.arraycopy(bytes, (int) position, target, offset, found);
            }
            return found;
        }

        public void write(byte[] source, int offset, int count, long position) {
            apply(new Change(position, Arrays.copyOfRange(source, offset, offset + count)));
        }

        public void truncate(long size) {
            apply(new Change(size, null));
        }

        /** Makes everything written durable. */
        public void sync() {
            durable = toBytes();
            pending.clear();
        }

        /** Begins a sync, during which others may write; what they write is volatile. */
        public Sync beginSync() {
            return new Sync(this, toBytes(), pending.size(), ++syncs);
        }

        /** In bytes. */
        public int length() {
            return length;
        }

        /** Returns a copy of the content as the machine sees it. */
        public byte[] toBytes() {
            return Arrays.copyOf(bytes, length);
        }

        /** Returns the content as it is found after a loss of power. */
        private Content survivor(Random random) {
            Content survivor = new Content();
            survivor.bytes = durable.clone();
            survivor.length = durable.length;
            int kind = random.nextInt(4);
            for (Change change : pending) {
                if (change.bytes == null) {
                    if (kind == 0 || random.nextBoolean()) {
                        survivor.apply(change);
                    }
                    continue;
                }
                for (int from = 0; from < change.bytes.length; ) {
                    long offset = change.offset + from;
                    int to = Math.min(change.bytes.length, from + SECTOR - (int) (offset % SECTOR));
                    if (kind == 0 || (kind != 1 && random.nextBoolean())) {
                        byte[] sector = Arrays.copyOfRange(change.bytes, from, to);
                        survivor.apply(new Change(offset, sector));
                    }
                    from = to;
                }
            }
            survivor.sync();
            return survivor;
        }
    }

    /**
     * A sync of a file between its beginning and its end.
     *
     * @param bytes the content when it began
     * @param changes how many changes were volatile then
     * @param number the number of the file's syncs that had begun
     */
    public record Sync(Content content, byte[] bytes, int changes, long number) {
        /** Makes durable what was written before the beginning. */
        public void end() {
            if (number != content.syncs) {
                throw new AssertionError("two syncs of a file at a time");
            }
            content.durable = bytes;
            content.pending.subList(0, changes).clear();
        }
    }

    private final Map<String, Content> names = new HashMap<>();
    private Map<String, Content> durableNames = new HashMap<>();

    /** Returns the content of a file; null if there is none of that name. */
    public Content find(String name) {
        return names.get(name);
    }

    /** Makes a file without bytes. */
    public Content create(String name) {
        assert !names.containsKey(name) : name;
        Content content = new Content();
        names.put(name, content);
        return content;
    }

    /** Removes a name, if there is a file of that name. */
    public void delete(String name) {
        names.remove(name);
    }

    /** Makes all changes of names durable. */
    public void syncNames() {
        durableNames = new HashMap<>(names);
    }

    /** Returns the names of the files that there are, sorted. */
    public Set<String> names() {
        return new TreeSet<>(names.keySet());
    }

    /** The memory of all files, in bytes. */
    public long used() {
        return names.values().stream()
                .mapToLong(content -> content.bytes.length)
                .sum();
    }

    /** Returns a disk as the machine finds this one when the power is back. */
    public VolatileDisk afterPowerLoss(Random random) {
        VolatileDisk disk = new VolatileDisk();
        Map<Content, Content> copies = new HashMap<>();
        List<String> all = new ArrayList<>(names.keySet());
        durableNames.keySet().stream().filter(name -> !all.contains(name)).forEach(all::add);
        for (String name : all) {
            Content now = names.get(name);
            Content before = durableNames.get(name);
            Content kept = now == before || random.nextBoolean() ? now : before;
            if (kept != null) {
                disk.names.put(name, copies.computeIfAbsent(kept, c -> c.survivor(random)));
            }
        }
        disk.durableNames = new HashMap<>(disk.names);
        return disk;
    }
}
