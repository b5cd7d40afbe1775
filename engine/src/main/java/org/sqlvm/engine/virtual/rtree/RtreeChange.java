package org.sqlvm.engine.virtual.rtree;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Inserts and deletes entries, node for node as SQLite does (Guttman's R-Tree with the split of the
 * R*-tree), so that the stored bytes are the same.
 */
final class RtreeChange {
    /** More ancestors than a tree can have. */
    private static final int ANCESTORS_MAX = 100;

    private final RtreeStore store;
    private final RtreeLayout layout;

    /** The nodes of the current step, whose parents are known. */
    private final List<RtreeNode> live = new ArrayList<>();

    /** Nodes that had too few cells; these are inserted again, the last node first. */
    private final Deque<RtreeNode> removed = new ArrayDeque<>();

    private final RtreeCell scratch;
    private final RtreeCell grown;

    /** The depth of the tree: 0 if the root is a leaf. */
    private int depth;

    RtreeChange(RtreeStore store) {
        this.store = store;
        layout = store.layout();
        scratch = new RtreeCell(layout.coordinateCount());
        grown = new RtreeCell(layout.coordinateCount());
    }

    /** Forgets what a change that has failed has left. */
    void reset() {
        live.clear();
        removed.clear();
    }

    // ------------------------------------------------------------------ nodes

    private RtreeNode find(long number) {
        for (int i = 0; i < live.size(); i++) {
            if (live.get(i).number == number) {
                return live.get(i);
            }
        }
        return null;
    }

    /** @param parent null if it is not known */
    private RtreeNode acquire(long number, RtreeNode parent) {
        RtreeNode node = find(number);
        if (node != null) {
            if (parent != null && node.parent != parent) {
                throw RtreeStore.corrupt(); // It has another parent, too.
            }
            return node;
        }
        node = store.node(number);
        node.parent = parent;
        live.add(node);
        if (node.isRoot()) {
            depth = node.depth();
        }
        return node;
    }

    private RtreeNode create(RtreeNode parent) {
        RtreeNode node = new RtreeNode(layout, 0, new byte[layout.nodeSize()]);
        node.parent = parent;
        node.dirty = true;
        return node;
    }

    /** Ends a step: writes what has changed. The root stays if it is held. */
    private void release(RtreeNode held) {
        for (int i = 0; i < live.size(); i++) {
            RtreeNode node = live.get(i);
            if (node.dirty && node != held) {
                store.write(node);
            }
        }
        live.clear();
        if (held != null) {
            live.add(held);
        }
    }

    /** The cell of a node in its parent. */
    private static int indexInParent(RtreeNode node) {
        int index = node.parent.find(node.number);
        if (index < 0) {
            throw RtreeStore.corrupt();
        }
        return index;
    }

    // ------------------------------------------------------------------ insertion

    void insert(RtreeCell cell) {
        insertCell(chooseNode(cell, 0), cell, 0);
        release(null);
    }

    /**
     * The node for a cell: from the root the smallest child that contains it, or else the one that
     * grows least.
     *
     * @param height the node's height above the leaves
     */
    private RtreeNode chooseNode(RtreeCell cell, int height) {
        RtreeNode node = acquire(RtreeNode.ROOT, null);
        for (int i = 0; i < depth - height; i++) {
            int best = smallestAround(node, cell);
            if (best < 0) {
                best = leastGrowing(node, cell);
            }
            node = acquire(best < 0 ? 0 : node.numberAt(best), node);
        }
        return node;
    }

    private int smallestAround(RtreeNode node, RtreeCell cell) {
        int best = -1;
        double smallest = 0;
        int count = node.count();
        for (int i = 0; i < count; i++) {
            node.read(i, scratch);
            if (scratch.contains(cell)) {
                double area = scratch.area(layout.integers());
                if (best < 0 || area < smallest) {
                    best = i;
                    smallest = area;
                }
            }
        }
        return best;
    }

    private int leastGrowing(RtreeNode node, RtreeCell cell) {
        int best = -1;
        double least = 0;
        double smallest = 0;
        int count = node.count();
        for (int i = 0; i < count; i++) {
            node.read(i, scratch);
            double area = scratch.area(layout.integers());
            scratch.grow(cell);
            double growth = scratch.area(layout.integers()) - area;
            if (best < 0 || growth < least || (growth == least && area < smallest)) {
                best = i;
                least = growth;
                smallest = area;
            }
        }
        return best;
    }

    /** @param height the node's height above the leaves */
    private void insertCell(RtreeNode node, RtreeCell cell, int height) {
        if (height > 0) {
            RtreeNode child = find(cell.number);
            if (child != null) {
                child.parent = node;
            }
        }
        if (!node.add(cell)) {
            split(node, cell, height);
            return;
        }
        growAncestors(node, cell);
        setMapping(cell.number, node, height);
    }

    private void setMapping(long number, RtreeNode node, int height) {
        if (height == 0) {
            store.setLeaf(number, node.number);
        } else {
            store.setParent(number, node.number);
        }
    }

    /** Has the boxes of all ancestors contain a cell. */
    private void growAncestors(RtreeNode node, RtreeCell cell) {
        int count = 0;
        for (RtreeNode each = node; each.parent != null; each = each.parent) {
            if (++count > ANCESTORS_MAX) {
                throw RtreeStore.corrupt();
            }
            int index = indexInParent(each);
            each.parent.read(index, grown);
            if (!grown.contains(cell)) {
                grown.grow(cell);
                each.parent.write(index, grown);
            }
        }
    }

    /** Splits a full node that gets one more cell. */
    private void split(RtreeNode node, RtreeCell added, int height) {
        int count = node.count();
        RtreeCell[] cells = new RtreeCell[count + 1];
        for (int i = 0; i < count; i++) {
            cells[i] = node.cell(i);
        }
        cells[count] = new RtreeCell(added);
        node.clear();
        boolean root = node.isRoot();
        RtreeNode right;
        RtreeNode left;
        if (root) {
            right = create(node);
            left = create(node);
            depth++;
            node.setDepth(depth);
        } else {
            left = node;
            right = create(node.parent);
            left.clearAll();
        }
        RtreeSplit split = new RtreeSplit(layout, cells);
        split.distribute(left, right);
        store.write(right);
        live.add(right);
        if (root) {
            store.write(left);
            live.add(left);
        }
        split.leftBox().number = left.number;
        split.rightBox().number = right.number;
        if (root) {
            insertCell(node, split.leftBox(), height + 1);
        } else {
            left.parent.write(indexInParent(left), split.leftBox());
            growAncestors(left.parent, split.leftBox());
        }
        insertCell(right.parent, split.rightBox(), height + 1);
        remap(right, height);
        if (root) {
            remap(left, height);
        } else if (right.find(added.number) < 0) {
            updateMapping(added.number, left, height);
        }
    }

    private void remap(RtreeNode node, int height) {
        for (int i = 0; i < node.count(); i++) {
            updateMapping(node.numberAt(i), node, height);
        }
    }

    private void updateMapping(long number, RtreeNode node, int height) {
        if (height > 0) {
            RtreeNode child = find(number);
            for (RtreeNode each = node; each != null; each = each.parent) {
                if (each == child) {
                    throw RtreeStore.corrupt();
                }
            }
            if (child != null) {
                child.parent = node;
            }
        }
        setMapping(number, node, height);
    }

    // ------------------------------------------------------------------ deletion

    /** Deletes an entry, if there is one. */
    void delete(long rowid) {
        RtreeNode root = acquire(RtreeNode.ROOT, null);
        Long number = store.leaf(rowid);
        if (number != null) {
            RtreeNode leaf = acquire(number, null);
            int cell = leaf.find(rowid);
            if (cell < 0) {
                throw RtreeStore.corrupt();
            }
            deleteCell(leaf, cell, 0);
            release(root);
        }
        store.deleteRowid(rowid);
        if (depth > 0 && root.count() == 1) {
            remove(acquire(root.numberAt(0), root), depth - 1);
            depth--;
            root.setDepth(depth);
            release(root);
        }
        while (!removed.isEmpty()) {
            insertAgain(removed.pop(), root);
        }
        release(null);
    }

    private void insertAgain(RtreeNode node, RtreeNode root) {
        for (int i = 0; i < node.count(); i++) {
            RtreeCell cell = node.cell(i);
            insertCell(chooseNode(cell, node.height), cell, node.height);
            release(root);
        }
    }

    private void deleteCell(RtreeNode node, int cell, int height) {
        findAncestors(node);
        node.remove(cell);
        if (node.parent == null) {
            return;
        }
        if (node.count() < layout.cellsMin()) {
            remove(node, height);
        } else {
            shrinkAncestors(node);
        }
    }

    /** Has a node and its ancestors know their parents. */
    private void findAncestors(RtreeNode node) {
        RtreeNode child = node;
        while (!child.isRoot() && child.parent == null) {
            long parent = store.parent(child.number);
            for (RtreeNode each = node; each != null; each = each.parent) {
                if (each.number == parent) {
                    throw RtreeStore.corrupt(); // It would be its own ancestor.
                }
            }
            child.parent = acquire(parent, null);
            child = child.parent;
        }
    }

    /** Takes a node out of the tree; its cells are inserted again later. */
    private void remove(RtreeNode node, int height) {
        int index = indexInParent(node);
        RtreeNode parent = node.parent;
        node.parent = null;
        deleteCell(parent, index, height + 1);
        store.delete(node);
        live.remove(node);
        node.height = height;
        node.dirty = false;
        removed.push(node);
    }

    /** Makes the boxes of all ancestors as small as they can be. */
    private void shrinkAncestors(RtreeNode node) {
        int count = 0;
        for (RtreeNode each = node; each.parent != null; each = each.parent) {
            if (++count > ANCESTORS_MAX) {
                throw RtreeStore.corrupt();
            }
            RtreeCell box = each.cell(0);
            for (int i = 1; i < each.count(); i++) {
                each.read(i, scratch);
                box.grow(scratch);
            }
            box.number = each.number;
            each.parent.write(indexInParent(each), box);
        }
    }
}
