package org.sqlvm.engine.btree;

/**
 * The pages of an index's tree, or of a WITHOUT ROWID table's: each cell of an interior page is a
 * row between those of two children, and comes as an image of that page.
 */
final class IndexPages extends RowPages {
    /** The number of rows that are passed over. */
    private long behind;

    IndexPages(IndexCursor cursor) {
        super(cursor);
    }

    @Override
    boolean isTable() {
        return false;
    }

    /**
     * A changed tree has other rows at the old positions, so it is undefined which rows are missed.
     */
    @Override
    public void restart(long rows, long lastRowid) {
        super.restart(rows, lastRowid);
        behind = rows;
    }

    @Override
    boolean isDone() {
        return false;
    }

    @Override
    int firstStep(TreePage page) {
        return 0;
    }

    @Override
    boolean isRow(int step) {
        return (step & 1) != 0;
    }

    @Override
    int place(int step) {
        return step >>> 1;
    }

    @Override
    boolean narrow(PageImage image, ImageCells cells) {
        int passed = (int) Math.min(behind, image.end() - image.first());
        behind -= passed;
        image.setFirst(image.first() + passed);
        // A page without cells is corrupt, which is the reader's to find.
        return passed == 0 || image.first() < image.end();
    }
}
