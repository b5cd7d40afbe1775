package org.sqlvm.engine.btree;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.TreeUse;
import org.sqlvm.engine.pager.Pager;

/**
 * The trees of a database as wholes: made, emptied, deleted, copied, checked. A part of the
 * {@link Btree}. A tree is named by the number of its root page.
 */
public final class Trees {
    private final Btree btree;
    private final Pager<TreePage> pager;
    private final TreeUse use;

    Trees(Btree btree, Pager<TreePage> pager, TreeUse use) {
        this.btree = btree;
        this.pager = pager;
        this.use = use;
    }

    /**
     * Creates an empty tree.
     *
     * @param table true for rowid keys, false for an index or a WITHOUT ROWID table
     * @return the number of its root page
     */
    public int create(boolean table) {
        assert pager.isWriting();
        btree.cursors().saveAll(); // With a pointer map, a page may have to make room for the root.
        btree.settle();
        btree.header().setSchemaFormat();
        pager.memory().beginChange();
        try {
            return btree.writer().createTree(table);
        } finally {
            pager.memory().endChange();
        }
    }

    /**
     * Deletes a tree with its root page.
     *
     * @return the root page of the tree that has taken this one's root page; 0 for none
     */
    public int drop(int root) {
        assert pager.isWriting();
        btree.cursors().saveAll();
        return btree.writer().dropTree(root);
    }

    /**
     * Deletes all entries of a tree.
     *
     * @return how many there were
     */
    public long clear(int root) {
        assert pager.isWriting();
        btree.cursors().allRowsChange(root);
        btree.cursors().saveAll();
        use.open(root, true);
        return btree.writer().clearTree(root);
    }

    /** Whether a tree has rowid keys. */
    public boolean isTable(int root) {
        btree.checkRoot(root);
        return btree.pages().page(root).intKey;
    }

    /**
     * Copies all entries of a tree of another database into an empty one here, which then is as
     * small as it can be. Both databases are in a transaction.
     *
     * @param renumber whether rows get the rowids 1, 2, …
     * @param poll called regularly; throws to stop the copy
     */
    public void copy(Btree source, int sourceRoot, int root, boolean renumber, Runnable poll) {
        if (source.trees().isTable(sourceRoot)) {
            TreeCopy.table(source, sourceRoot, btree, root, renumber, poll);
        } else {
            TreeCopy.index(source, sourceRoot, btree, root, poll);
        }
    }

    /**
     * Roughly how many entries a tree has, from one path down; 0 for a tree that cannot be read.
     * Needs a transaction.
     */
    public long estimateEntries(int root) {
        try {
            btree.checkRoot(root);
            return TreeWalk.estimateEntries(btree.pages(), root);
        } catch (SqlException e) {
            return 0; // Damage shows when the tree is used.
        }
    }

    /**
     * Checks the pages of trees, and the rest of the database; needs a transaction.
     *
     * @param roots the root pages; page 0 as the first one says that there may be other trees, too
     * @param errorsMax the maximum number of problems that are reported
     * @param rowCounts receives the number of entries of each tree
     * @param poll called regularly; throws to stop the check
     */
    public IntegrityCheck check(int[] roots, int errorsMax, long[] rowCounts, Runnable poll) {
        IntegrityCheck check = new IntegrityCheck(btree.pages(), errorsMax, poll);
        check.run(roots, rowCounts);
        return check;
    }
}
