package org.sqlvm.engine.virtual.fts5.index;

import java.util.ArrayList;
import java.util.List;

/** Goes through a doclist index in either direction: the pages of a doclist and their rowids. */
final class DoclistIndex {
    /** The node of a level that it stands in. */
    private static final class Node {
        byte[] data;
        int size;
        int offset;
        int firstOffset;
        boolean atEnd;
        int page;
        long rowid;

        void load(byte[] block) {
            data = block;
            size = Blocks.size(block);
            offset = 0;
            firstOffset = 0;
            atEnd = false;
            page = 0;
            rowid = 0;
        }

        /** Goes to the next entry; false after the last one. */
        boolean next() {
            if (offset == 0) {
                offset = 1;
                page = Varints.readInt(data, offset);
                offset += Varints.size(data, offset);
                rowid = Varints.read(data, offset);
                offset += Varints.size(data, offset);
                firstOffset = offset;
                return true;
            }
            int at = offset;
            while (at < size && data[at] == 0) {
                at++;
            }
            if (at >= size) {
                atEnd = true;
                return false;
            }
            page += at - offset + 1;
            rowid += Varints.read(data, at);
            offset = at + Varints.size(data, at);
            return true;
        }

        void last() {
            while (next()) {
                // to the end
            }
            atEnd = false;
        }

        /** Goes to the entry before; false before the first one. */
        boolean previous() {
            int old = offset;
            if (old <= firstOffset) {
                atEnd = true;
                return false;
            }
            offset = 0;
            next();
            while (true) {
                int at = offset;
                while (at < size && data[at] == 0) {
                    at++;
                }
                int zeros = at - offset;
                long delta = Varints.read(data, at);
                at += Varints.size(data, at);
                if (at >= old) {
                    return true;
                }
                page += zeros + 1;
                rowid += delta;
                offset = at;
            }
        }
    }

    private final Blocks blocks;
    private final int segment;
    private final List<Node> nodes = new ArrayList<>();
    private final Node lowest;

    /** Opens the index of the page's last term, at its first or last entry. */
    DoclistIndex(Blocks blocks, int segment, int page, boolean last) {
        this.blocks = blocks;
        this.segment = segment;
        boolean root = false;
        while (!root) {
            if (nodes.size() == Blocks.MAX_HEIGHT) {
                throw blocks.corruptTable();
            }
            Node node = new Node();
            node.load(blocks.read(Blocks.doclistIndexId(segment, nodes.size(), page)));
            nodes.add(node);
            root = (node.data[0] & 1) == 0;
        }
        lowest = nodes.getFirst();
        if (last) {
            for (int height = nodes.size() - 1; height >= 0; height--) {
                Node node = nodes.get(height);
                node.last();
                if (height > 0) {
                    loadChild(height - 1, node.page);
                }
            }
        } else {
            nodes.forEach(Node::next);
        }
    }

    private void loadChild(int height, int page) {
        nodes.get(height).load(blocks.read(Blocks.doclistIndexId(segment, height, page)));
    }

    boolean atEnd() {
        return lowest.atEnd;
    }

    int page() {
        return lowest.page;
    }

    long rowid() {
        return lowest.rowid;
    }

    void next() {
        next(0);
    }

    private void next(int height) {
        Node node = nodes.get(height);
        if (!node.next() && height + 1 < nodes.size()) {
            next(height + 1);
            Node parent = nodes.get(height + 1);
            if (!parent.atEnd) {
                loadChild(height, parent.page);
                node.next();
            }
        }
    }

    void previous() {
        previous(0);
    }

    private void previous(int height) {
        Node node = nodes.get(height);
        if (!node.previous() && height + 1 < nodes.size()) {
            previous(height + 1);
            Node parent = nodes.get(height + 1);
            if (!parent.atEnd) {
                loadChild(height, parent.page);
                node.last();
            }
        }
    }
}
