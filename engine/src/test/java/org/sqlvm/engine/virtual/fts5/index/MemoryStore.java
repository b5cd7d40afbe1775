package org.sqlvm.engine.virtual.fts5.index;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The two maps of an index in memory. */
final class MemoryStore implements IndexStore {
    /** A key of {@code %_idx}. */
    private record Key(int segment, byte[] term) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int order = Integer.compare(segment, other.segment);
            return order != 0 ? order : Arrays.compareUnsigned(term, other.term);
        }
    }

    private final NavigableMap<Long, byte[]> blocks = new TreeMap<>();
    private final NavigableMap<Key, Integer> pages = new TreeMap<>();
    private int version = IndexConfig.VERSION;
    private long changes;

    MemoryStore copy() {
        MemoryStore copy = new MemoryStore();
        copy.set(this);
        return copy;
    }

    void set(MemoryStore other) {
        changes++;
        blocks.clear();
        blocks.putAll(other.blocks);
        pages.clear();
        pages.putAll(other.pages);
        version = other.version;
    }

    int version() {
        return version;
    }

    /** Replaces a block, to damage it. */
    void damage(long id, byte[] block) {
        changes++;
        blocks.put(id, block);
    }

    NavigableMap<Long, byte[]> blocks() {
        return blocks;
    }

    @Override
    public long blocksVersion() {
        return changes;
    }

    @Override
    public long pagesVersion() {
        return changes;
    }

    @Override
    public byte[] read(long id) {
        byte[] block = blocks.get(id);
        return block == null ? null : Arrays.copyOf(block, block.length + PADDING);
    }

    @Override
    public void overwrite(long id, byte[] data, int length) {
        write(id, data, length);
    }

    @Override
    public void write(long id, byte[] data, int length) {
        changes++;
        blocks.put(id, Arrays.copyOf(data, length));
    }

    @Override
    public void delete(long firstId, long lastId) {
        changes++;
        blocks.subMap(firstId, true, lastId, true).clear();
    }

    @Override
    public int findPage(int segment, byte[] term, int length) {
        Map.Entry<Key, Integer> found =
                pages.floorEntry(new Key(segment, Arrays.copyOf(term, length)));
        return found == null || found.getKey().segment() != segment ? 0 : found.getValue();
    }

    @Override
    public void insertPage(int segment, byte[] term, int length, int pgno) {
        changes++;
        pages.put(new Key(segment, Arrays.copyOf(term, length)), pgno);
    }

    @Override
    public void deletePages(int segment) {
        changes++;
        pages.keySet().removeIf(key -> key.segment() == segment);
    }

    @Override
    public void deletePage(int segment, int page) {
        changes++;
        pages.entrySet()
                .removeIf(
                        each -> each.getKey().segment() == segment && each.getValue() >> 1 == page);
    }

    @Override
    public void forEachPage(int segment, PageVisitor visitor) {
        pages.forEach((key, pgno) -> {
            if (key.segment() == segment) {
                visitor.page(key.term(), pgno);
            }
        });
    }

    @Override
    public long dataVersion() {
        return 1;
    }

    @Override
    public void setVersion(int number) {
        version = number;
    }

    @Override
    public void closeReader() {
        // holds nothing
    }

    /** All rows as lines. */
    String dump() {
        HexFormat hex = HexFormat.of().withUpperCase();
        StringBuilder lines = new StringBuilder();
        blocks.forEach((id, block) ->
                lines.append(id).append(' ').append(hex.formatHex(block)).append('\n'));
        pages.forEach((key, pgno) -> lines.append(key.segment())
                .append(' ')
                .append(hex.formatHex(key.term()))
                .append(' ')
                .append(pgno)
                .append('\n'));
        return lines.toString();
    }
}
