package org.sqlvm.engine.btree;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.BigEndian;
import org.sqlvm.engine.pager.Pager;

/**
 * A position in one b-tree: the path from the root page to one cell, and that cell decoded.
 *
 * <p>A cursor holds no lock of its own; the transaction does. When another cursor of the connection
 * writes to the tree, this cursor is saved; it finds its entry again when it is next used. If the
 * entry is gone, {@link #isValid()} is false, and the next move goes to its neighbour.
 *
 * <p>A move within a leaf page is a few instructions and meant to be inlined; all else is behind a
 * boundary. No bytes are checked here: {@link PageCheck} has done so when the page was read.
 *
 * <p>A field that has the reference already is not written again: cursors live as long as their
 * statements, and a store into an old object costs the garbage collector's barrier, as much as a
 * step of a search.
 */
public abstract sealed class BtreeCursor implements AutoCloseable permits TableCursor, IndexCursor {
    /** 2^31 pages with the smallest possible fan-out. A deeper tree is a corrupt file. */
    static final int DEPTH_MAX = 20;

    /** On no entry: never moved, ran off an end, or the tree is empty. */
    static final int INVALID = 0;

    /** On the entry {@code cells[depth]} of {@code path[depth]}. Only now may the entry be read. */
    static final int VALID = 1;

    /** Restored, but the entry is gone: on its neighbour, on the side that {@code skip} says. */
    static final int BESIDE = 2;

    /** Was on an entry, but the tree has changed since. Restore before anything else. */
    static final int REQUIRES_SEEK = 3;

    /** A ROLLBACK has taken the tree away. Any use is an error. */
    private static final int FAULT = 4;

    final Btree btree;
    final TreePages pages;
    final int root;
    private final boolean intKey;
    private final boolean writable;

    /** See {@link #setBulk}. */
    boolean bulk;

    final TreePage[] path = new TreePage[DEPTH_MAX];
    final int[] cells = new int[DEPTH_MAX];
    int depth;
    int state;

    /** In state BESIDE: -1 on the entry before the lost one, 1 on the one behind it. */
    private int skip;

    /** The path keeps to the right at every level: behind this page there is nothing. */
    boolean rightmost;

    /** Whether the last search from the root came to {@link #page}, and its bounds still hold. */
    boolean known;

    /** Where in the path the last search has found a leaf; -1 before the first. */
    private int leafDepth = -1;

    /** The last leaf that the pager has not kept: see {@link Pager#visit}. */
    private TreePage visited;

    TreePage page;
    byte[] data;
    int pointers;
    int cell;

    /** The last cell of a leaf; -1 in an interior page, from where no move stays in the page. */
    int lastCell;

    int payloadOffset;
    int localSize;
    long payloadSize;

    /**
     * Leaf pages entered since the last seek or change of direction: more than there are is a
     * cycle.
     */
    private long leavesEntered;

    /** {@link TreePages#balances} when the cursor last went back to a saved entry. */
    private long balances;

    private boolean forward;
    private boolean closed;
    private boolean pinned;

    /** The tree's stamp up to which the entry of a closed cursor is where it was. */
    private long validStamp;

    /** The counters of the tree's changes; null until they are first asked for. */
    ContentVersions.TreeChanges changes;

    BtreeCursor(Btree btree, int root, boolean intKey, boolean writable) {
        this.btree = btree;
        this.root = root;
        this.intKey = intKey;
        this.writable = writable;
        pages = btree.pages();
        btree.cursors().register(this);
    }

    // ------------------------------------------------------------------ moves

    /** To the first entry. False if the tree is empty. */
    @TruffleBoundary
    public final boolean first() {
        forward = true;
        if (!toRoot()) {
            return false;
        }
        descendLeft();
        return true;
    }

    /** To the last entry. False if the tree is empty. */
    @TruffleBoundary
    public final boolean last() {
        if (state == VALID && rightmost && page.leaf) {
            cell = lastCell;
            decode();
            return true;
        }
        forward = false;
        if (!toRoot()) {
            return false;
        }
        descendRight();
        rightmost = true;
        return true;
    }

    /** To the next entry. False, and invalid, after the last one. */
    public final boolean next() {
        if (state == VALID && cell < lastCell) {
            cell++;
            decode();
            return true;
        }
        return nextPage();
    }

    /** To the previous entry. False, and invalid, before the first one. */
    public final boolean previous() {
        if (state == VALID && cell > 0 && lastCell >= 0) {
            cell--;
            decode();
            return true;
        }
        return previousPage();
    }

    /**
     * Passes entries of the same leaf page, after which only {@link #next} or {@link #previous} may
     * follow, whichever goes the same way.
     *
     * @param max the most entries to be passed, at least 0
     * @return the number of entries that were passed
     */
    public final long pass(boolean onwards, long max) {
        if (state != VALID || lastCell < 0) {
            return 0;
        }
        int there = onwards ? lastCell - cell : cell;
        int passed = (int) Math.min(there, max);
        cell += onwards ? passed : -passed;
        return passed;
    }

    @TruffleBoundary
    private boolean nextPage() {
        if (!forward) {
            forward = true;
            leavesEntered = 0;
        }
        if (state >= REQUIRES_SEEK) {
            restore();
        }
        if (state == BESIDE) {
            state = VALID;
            if (skip > 0) {
                return true;
            }
        }
        if (state != VALID) {
            return false;
        }
        if (cell < lastCell) {
            cell++;
            decode();
            return true;
        }
        cells[depth] = cell;
        if (!page.leaf) {
            enterChild(cell + 1);
            descendLeft();
            return true;
        }
        while (depth > 0) {
            depth--;
            TreePage parent = path[depth];
            int index = cells[depth];
            if (index < parent.cellCount) {
                if (intKey) {
                    enterChild(index + 1);
                    descendLeft();
                } else {
                    land(index);
                }
                return true;
            }
        }
        invalidate();
        return false;
    }

    @TruffleBoundary
    private boolean previousPage() {
        if (forward) {
            forward = false;
            leavesEntered = 0;
        }
        if (state >= REQUIRES_SEEK) {
            restore();
        }
        if (state == BESIDE) {
            state = VALID;
            if (skip < 0) {
                return true;
            }
        }
        if (state != VALID) {
            return false;
        }
        rightmost = false;
        if (!page.leaf) {
            enterChild(cell);
            descendRight();
            return true;
        }
        if (cell > 0) {
            cell--;
            decode();
            return true;
        }
        while (depth > 0) {
            depth--;
            int index = cells[depth] - 1;
            if (index >= 0) {
                if (intKey) {
                    enterChild(index);
                    descendRight();
                } else {
                    land(index);
                }
                return true;
            }
        }
        invalidate();
        return false;
    }

    // ------------------------------------------------------------------ the path

    /** To the root page, on no cell. False, and invalid, if the tree is empty. */
    final boolean toRoot() {
        if (state == FAULT) {
            throw aborted();
        }
        state = INVALID;
        rightmost = false;
        known = false;
        depth = 0;
        leavesEntered = 0;
        if (pages.pager.pageCount() == 0) {
            return false;
        }
        TreePage page = pages.page(root);
        if (page.intKey != intKey) {
            throw SqlException.corrupt(root, intKey ? "not a table" : "not an index");
        }
        setPath(0, page);
        if (page.cellCount == 0) {
            if (page.leaf) {
                return false;
            }
            if (root != 1) {
                throw SqlException.corrupt(root, "an interior page without cells");
            }
        }
        return true;
    }

    /** Goes from {@code path[depth]} to its child at {@code index}. */
    final void enterChild(int index) {
        enterChild(index, TreePages.child(path[depth], index));
    }

    /** Goes to the child with page number {@code number}, which is the one at {@code index}. */
    final void enterChild(int index, int number) {
        enter(index, pages.page(number));
    }

    /**
     * Goes to a child as {@link #enterChild(int, int)} does, in a search, which has given up the
     * former position. So the array of the leaf that the former search has visited can be used
     * again.
     */
    final void visitChild(int index, int number) {
        if (depth + 1 != leafDepth || writable) {
            enterChild(index, number);
            return;
        }
        assert state == INVALID : state;
        TreePage child = pages.visit(number, visited);
        if (child.unkept) {
            visited = child;
        }
        enter(index, child);
    }

    /** Notes the depth of the leaf that a search has reached. */
    final void noteLeaf() {
        leafDepth = depth;
    }

    private void enter(int index, TreePage child) {
        cells[depth] = index;
        if (depth + 1 == DEPTH_MAX) {
            throw corruptDepth();
        }
        if (child.intKey != intKey || child.cellCount == 0) {
            throw corruptChild(child);
        }
        depth++;
        setPath(depth, child);
    }

    private void setPath(int place, TreePage entered) {
        if (path[place] != entered) {
            path[place] = entered;
        }
    }

    private SqlException corruptDepth() {
        return SqlException.corrupt(root, "b-tree is deeper than " + DEPTH_MAX + " pages");
    }

    private static SqlException corruptChild(TreePage child) {
        String what = child.cellCount == 0 ? "no cells" : "in a tree of the other kind";
        return SqlException.corrupt(child.number, what);
    }

    private void descendLeft() {
        while (!path[depth].leaf) {
            enterChild(0);
        }
        countLeaf();
        land(0);
    }

    private void descendRight() {
        while (!path[depth].leaf) {
            enterChild(path[depth].cellCount);
        }
        countLeaf();
        land(path[depth].cellCount - 1);
    }

    /** A damaged tree may lead to the same pages over and over: a scan must end all the same. */
    private void countLeaf() {
        if (++leavesEntered > pages.pager.pageCount()) {
            throw SqlException.corrupt(root, "b-tree has more leaves than the file has pages");
        }
    }

    /** Stands on a cell of {@code path[depth]}. */
    final void land(int index) {
        TreePage landed = path[depth];
        if (page != landed) {
            page = landed;
            data = landed.data;
            known = false;
        }
        cells[depth] = index;
        cell = index;
        pointers = landed.pointers;
        lastCell = landed.leaf ? landed.cellCount - 1 : -1;
        state = VALID;
        decode();
    }

    final void invalidate() {
        state = INVALID;
        rightmost = false;
        known = false;
    }

    /** The tree is not the cursor's any more. */
    final void trip() {
        state = FAULT;
        rightmost = false;
    }

    /** @throws SqlException ABORT_ROLLBACK if the transaction in which it was opened is undone */
    public final void checkTransaction() {
        if (state == FAULT) {
            throw aborted();
        }
    }

    private static SqlException aborted() {
        return new SqlException(ResultCode.ABORT_ROLLBACK, "abort due to ROLLBACK");
    }

    /** Decodes the cell under the cursor into the fields. */
    abstract void decode();

    // ------------------------------------------------------------------ saving

    /** While it is pinned, no other cursor of the connection may change its tree. */
    public final void setPinned(boolean on) {
        pinned = on;
    }

    final void checkPin() {
        if (pinned) {
            throw new SqlException(ResultCode.CONSTRAINT_PINNED, "constraint failed");
        }
    }

    /** Remembers the entry, since the tree is about to change. */
    final void save() {
        if (state == VALID) {
            cells[depth] = cell;
            saveKey();
            state = REQUIRES_SEEK;
        } else if (state == BESIDE) {
            state = REQUIRES_SEEK; // The key that was lost is still the saved one.
        }
        rightmost = false;
    }

    abstract void saveKey();

    /** Goes back to the saved entry, or next to it. */
    @TruffleBoundary
    final void restore() {
        if (state == FAULT) {
            throw aborted();
        }
        assert state == REQUIRES_SEEK : state;
        long entered = leavesEntered;
        int result = seekSavedKey();
        // Where pages are split and joined while they are read, a scan may enter more of them.
        leavesEntered = balances == pages.balances ? entered : 0;
        balances = pages.balances;
        if (result != 0 && state == VALID) {
            skip = result;
            state = BESIDE;
        }
    }

    abstract int seekSavedKey();

    /** Makes the fields those of the cursor's entry, if the cursor can still find it. */
    final void ensureRestored() {
        if (state >= REQUIRES_SEEK) {
            restore();
        }
    }

    // ------------------------------------------------------------------ the entry

    /** Is the cursor on an entry? */
    public final boolean isValid() {
        ensureRestored();
        return state == VALID;
    }

    /** The array that holds the local part of the payload, from {@link #payloadOffset} on. */
    public final byte[] page() {
        ensureRestored();
        return data;
    }

    public final int payloadOffset() {
        ensureRestored();
        return payloadOffset;
    }

    /** How many bytes of the payload are in {@link #page}. */
    public final int localSize() {
        ensureRestored();
        return localSize;
    }

    /** All of the record. Greater than {@link #localSize} if the rest is on overflow pages. */
    public final long payloadSize() {
        ensureRestored();
        return payloadSize;
    }

    /** The whole record in a fresh array; follows the overflow chain. */
    @TruffleBoundary
    public final byte[] fullPayload() {
        ensureRestored();
        assert state == VALID || state == BESIDE : state;
        return payloadAt(page, payloadOffset, localSize, payloadSize);
    }

    /** A payload in a fresh array. */
    final byte[] payloadAt(TreePage owner, int offset, int local, long size) {
        byte[] payload = new byte[(int) size];
        System.arraycopy(owner.data, offset, payload, 0, local);
        if (local < size) {
            int first = BigEndian.getInt(owner.data, offset + local);
            pages.copyOverflow(owner.number, first, payload, local);
        }
        return payload;
    }

    /** Number of entries in the tree. Does not move the cursor. */
    @TruffleBoundary
    public final long count() {
        return TreeWalk.countEntries(pages, root, intKey);
    }

    /**
     * The part of the tree's entries that is before the one under the cursor, from 0 to 1: roughly,
     * as if all pages of a level had as many.
     */
    @TruffleBoundary
    public final double place() {
        ensureRestored();
        double before = 0;
        double part = 1;
        for (int level = 0; level <= depth; level++) {
            TreePage page = path[level];
            int count = page.leaf ? page.cellCount : page.cellCount + 1;
            before += part * (level < depth ? cells[level] : cell) / count;
            part /= count;
        }
        return Math.min(1, before);
    }

    /** Roughly as {@link #count}, from one path down the tree. */
    @TruffleBoundary
    public final long estimate() {
        return TreeWalk.estimateEntries(pages, root);
    }

    /**
     * An entry went into cell {@code index} of the leaf under the cursor, and nothing else changed.
     * The cell's known sizes are passed rather than read: the processor would have to wait until
     * its bytes are written.
     *
     * @param sizeWidth the number of bytes at the cell's beginning that hold the payload's size
     * @param payloadStart the payload's offset in the cell
     * @param size the payload's size in bytes
     */
    final void landOnInserted(int index, int sizeWidth, int payloadStart, long size) {
        assert state == VALID && page == path[depth] && page.leaf : state;
        int offset = TreePages.cellOffset(page, index);
        cells[depth] = index;
        cell = index;
        lastCell = page.cellCount - 1;
        payloadOffset = offset + payloadStart;
        payloadSize = size;
        localSize = pages.localSize(size, intKey);
        decodeInserted(offset + sizeWidth);
    }

    /**
     * Decodes the part of a new cell that only one kind of cursor has.
     *
     * @param behindSize the offset in the page behind the payload's size
     */
    abstract void decodeInserted(int behindSize);

    final boolean isWritable() {
        return writable;
    }

    /**
     * Says that entries are going to be inserted in the order of their keys, behind all others, so
     * that full pages stay full. This is a hint: it does no harm if it is wrong.
     */
    public final void setBulk() {
        bulk = true;
    }

    /** The database that the tree is in. */
    public final Btree btree() {
        return btree;
    }

    /** Whether an array is the one of the page under the cursor. */
    public final boolean isOn(byte[] array) {
        return data == array;
    }

    /** The number of the tree's root page. */
    public final int root() {
        return root;
    }

    /** Whether {@link #reopen} makes this cursor equal to a new one with these arguments. */
    public final boolean fits(Btree tree, int rootPage, boolean forWriting) {
        return closed && btree == tree && root == rootPage && writable == forWriting;
    }

    /**
     * Opens a closed cursor again. It has no position, as a new one; or its old position if nothing
     * has changed since, which saves the next search the way from the root.
     */
    @TruffleBoundary
    public final void reopen() {
        assert closed;
        btree.checkRoot(root);
        if (state != VALID || validStamp != btree.versions().stamp(this)) {
            invalidate();
        }
        forward = false;
        leavesEntered = 0;
        closed = false;
        btree.cursors().register(this);
    }

    /** The second call does nothing. */
    @Override
    @TruffleBoundary
    public final void close() {
        if (!closed) {
            closed = true;
            pinned = false;
            validStamp = btree.versions().stamp(this);
            btree.cursors().unregister(this);
        }
    }
}
