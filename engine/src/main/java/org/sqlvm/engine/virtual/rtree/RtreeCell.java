package org.sqlvm.engine.virtual.rtree;

/**
 * An entry or a child with its bounding box. Coordinates are 32-bit floats or integers, and so are
 * exact as doubles; lower and upper bounds alternate.
 */
final class RtreeCell {
    long number;
    final double[] box;

    RtreeCell(int coordinateCount) {
        box = new double[coordinateCount];
    }

    RtreeCell(RtreeCell other) {
        number = other.number;
        box = other.box.clone();
    }

    void copy(RtreeCell other) {
        number = other.number;
        System.arraycopy(other.box, 0, box, 0, box.length);
    }

    /**
     * The volume. As in SQLite, sides of floats are rounded to floats, and multiplied as doubles
     * from the last dimension on.
     */
    double area(boolean integers) {
        double area = 1;
        for (int i = box.length - 2; i >= 0; i -= 2) {
            double side = box[i + 1] - box[i];
            area *= integers ? side : (float) side;
        }
        return area;
    }

    /** The sum of the sides. */
    double margin() {
        double margin = 0;
        for (int i = box.length - 2; i >= 0; i -= 2) {
            margin += box[i + 1] - box[i];
        }
        return margin;
    }

    /** Grows around another one. Of two equal bounds the other's stays, which may be another 0. */
    void grow(RtreeCell other) {
        double[] added = other.box;
        for (int i = 0; i < box.length; i += 2) {
            box[i] = box[i] < added[i] ? box[i] : added[i];
            box[i + 1] = box[i + 1] > added[i + 1] ? box[i + 1] : added[i + 1];
        }
    }

    boolean contains(RtreeCell other) {
        double[] inner = other.box;
        for (int i = 0; i < box.length; i += 2) {
            if (inner[i] < box[i] || inner[i + 1] > box[i + 1]) {
                return false;
            }
        }
        return true;
    }

    /** The volume of what both contain. */
    double overlap(RtreeCell other) {
        double overlap = 1;
        for (int i = 0; i < box.length; i += 2) {
            double low = box[i] > other.box[i] ? box[i] : other.box[i];
            double high = box[i + 1] < other.box[i + 1] ? box[i + 1] : other.box[i + 1];
            if (high < low) {
                return 0;
            }
            overlap *= high - low;
        }
        return overlap;
    }
}
