package org.sqlvm.engine.virtual.rtree;

/**
 * How the nodes of an R-Tree are stored (sqlite.org/rtree.html). A node begins with the depth of
 * the tree, which only the root has, and the number of cells, two bytes each. A cell is a number of
 * eight bytes, the rowid of an entry or the number of a child, and four bytes for each coordinate.
 *
 * @param dimensions 1 to {@link #DIMENSIONS_MAX}
 * @param integers whether coordinates are 32-bit integers, not 32-bit floats
 * @param auxiliaryCount columns that are stored beside the tree
 * @param nodeSize bytes of a node
 */
record RtreeLayout(int dimensions, boolean integers, int auxiliaryCount, int nodeSize) {
    static final int DIMENSIONS_MAX = 5;

    /** A tree of this depth is corrupt: nodes have three cells at least. */
    static final int DEPTH_MAX = 40;

    /** The smallest page less {@link #PAGE_REST}. */
    static final int NODE_SIZE_MIN = 448;

    static final int HEADER_SIZE = 4;

    /** The bytes of a cell in front of its coordinates. */
    static final int NUMBER_SIZE = 8;

    static final int COORDINATE_SIZE = 4;

    private static final int CELLS_MAX = 51;

    /** The bytes of a page that no node takes. */
    private static final int PAGE_REST = 64;

    /** The layout of a tree that is created in a database. */
    static RtreeLayout of(int dimensions, boolean integers, int auxiliaryCount, int pageSize) {
        RtreeLayout any = new RtreeLayout(dimensions, integers, auxiliaryCount, 0);
        int largest = HEADER_SIZE + any.cellSize() * CELLS_MAX;
        return any.withNodeSize(Math.min(pageSize - PAGE_REST, largest));
    }

    RtreeLayout withNodeSize(int size) {
        return new RtreeLayout(dimensions, integers, auxiliaryCount, size);
    }

    int coordinateCount() {
        return 2 * dimensions;
    }

    int cellSize() {
        return NUMBER_SIZE + COORDINATE_SIZE * coordinateCount();
    }

    /** How many cells a node can have. */
    int cellsMax() {
        return (nodeSize - HEADER_SIZE) / cellSize();
    }

    /** How many a node has at least that is not the root. */
    int cellsMin() {
        return cellsMax() / 3;
    }

    /** The offset of a cell in its node. */
    int cellOffset(int cell) {
        return HEADER_SIZE + cell * cellSize();
    }

    /** The most cells that a search accepts in a node. */
    static int searchedCellsMax() {
        return CELLS_MAX;
    }
}
