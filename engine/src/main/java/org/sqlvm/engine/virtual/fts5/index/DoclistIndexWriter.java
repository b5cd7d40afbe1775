package org.sqlvm.engine.virtual.fts5.index;

import java.util.ArrayList;
import java.util.List;

/**
 * Writes the doclist index of the last term of a page: a tree of the first rowids of the pages that
 * follow. It stays in memory until it is known to be worth its bytes.
 */
final class DoclistIndexWriter {
    /** Pages without a term from which an index is written. */
    private static final int MIN_PAGES = 4;

    /** The last node of a level. */
    private static final class Node {
        final ByteList data = new ByteList();
        int page;
        boolean hasPrevious;
        long previous;
    }

    private final Blocks blocks;
    private final int segment;
    private final List<Node> nodes = new ArrayList<>();

    DoclistIndexWriter(Blocks blocks, int segment) {
        this.blocks = blocks;
        this.segment = segment;
        nodes.add(new Node());
    }

    /** Sets the page with the term. */
    void setPage(int page) {
        nodes.getFirst().page = page;
    }

    /** Adds a page without any rowid, if pages have been added before. */
    void addEmptyPage() {
        ByteList leaf = nodes.getFirst().data;
        if (leaf.length > 0) {
            leaf.addVarint(0);
        }
    }

    /** Adds a page by its first rowid. */
    void addPage(int page, long rowid) {
        boolean done = false;
        for (int height = 0; !done; height++) {
            Node node = nodes.get(height);
            done = node.data.length < blocks.config.pageSize();
            if (!done) {
                close(node, height);
            }
            if (node.hasPrevious) {
                node.data.addVarint(rowid - node.previous);
            } else {
                node.data.addVarint(done ? 0 : 1);
                node.data.addVarint(height == 0 ? page : nodes.get(height - 1).page);
                node.data.addVarint(rowid);
            }
            node.hasPrevious = true;
            node.previous = rowid;
        }
    }

    /** Writes a full node and starts the next one, below a new root if it was the root. */
    private void close(Node node, int height) {
        node.data.array[0] = 1;
        blocks.write(Blocks.doclistIndexId(segment, height, node.page), node.data);
        if (height + 1 == nodes.size()) {
            nodes.add(new Node());
        }
        Node parent = nodes.get(height + 1);
        if (parent.data.length == 0) {
            long first = firstRowid(node.data.array);
            parent.page = node.page;
            parent.data.addVarint(0);
            parent.data.addVarint(node.page);
            parent.data.addVarint(first);
            parent.hasPrevious = true;
            parent.previous = first;
        }
        node.data.clear();
        node.hasPrevious = false;
        node.page++;
    }

    private static long firstRowid(byte[] data) {
        return Varints.read(data, 1 + Varints.size(data, 1));
    }

    /**
     * Ends the index, and writes it if it is long enough.
     *
     * @param emptyPages number of pages without a term
     * @return whether it was written
     */
    boolean finish(int emptyPages) {
        boolean written = emptyPages >= MIN_PAGES && nodes.getFirst().data.length > 0;
        for (int height = 0; height < nodes.size(); height++) {
            Node node = nodes.get(height);
            if (node.data.length == 0) {
                break;
            }
            if (written) {
                blocks.write(Blocks.doclistIndexId(segment, height, node.page), node.data);
            }
            node.data.clear();
            node.hasPrevious = false;
        }
        return written;
    }
}
