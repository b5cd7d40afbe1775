package org.sqlvm.engine.row.geo;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The bounding box of a geometry as GeoPackages store it (OGC 12-128, section 2.1.3): a header,
 * mostly with the box, and the geometry in Well-Known Binary.
 */
public final class GeoPackageGeometry {
    private static final int MAGIC = 'G' << 8 | 'P';
    private static final int HEADER_SIZE = 8;

    private static final int LITTLE_ENDIAN = 1;
    private static final int EMPTY = 1 << 4;
    private static final int EXTENDED = 1 << 5;

    /** Doubles of the envelope by its kind: none, xy, xyz, xym, xyzm. */
    private static final int[] ENVELOPE_COUNTS = {0, 4, 6, 6, 8};

    /** Flags of a type as PostGIS writes it. */
    private static final int TYPE_Z = 1 << 31;

    private static final int TYPE_M = 1 << 30;
    private static final int TYPE_SRID = 1 << 29;
    private static final int TYPE_MASK = 0xffff;

    /** Collections within collections. */
    private static final int DEPTH_MAX = 100;

    private static final int POINT = 1;
    private static final int LINE = 2;
    private static final int POLYGON = 3;
    private static final int MULTI_POINT = 4;
    private static final int COLLECTION = 7;
    private static final int ARCS = 8;
    private static final int COMPOUND_CURVE = 9;
    private static final int MULTI_SURFACE = 12;
    private static final int POLYHEDRAL_SURFACE = 15;
    private static final int TIN = 16;
    private static final int TRIANGLE = 17;

    private final double[] box = {
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY
    };

    private GeoPackageGeometry() {}

    /**
     * Reads a geometry.
     *
     * @return null for bytes that are none
     */
    public static GeoPackageGeometry of(byte[] bytes) {
        GeoPackageGeometry geometry = new GeoPackageGeometry();
        return geometry.read(ByteBuffer.wrap(bytes)) ? geometry : null;
    }

    public boolean isEmpty() {
        return !(box[0] <= box[1] && box[2] <= box[3]);
    }

    /** A bound: 0 to 3 for the least x, greatest x, least y and greatest y. */
    public double bound(int index) {
        return box[index];
    }

    private boolean read(ByteBuffer source) {
        if (source.limit() < HEADER_SIZE || source.getShort(0) != MAGIC) {
            return false;
        }
        int flags = source.get(3);
        int kind = flags >> 1 & 7;
        if (kind >= ENVELOPE_COUNTS.length) {
            return false;
        }
        int body = HEADER_SIZE + Double.BYTES * ENVELOPE_COUNTS[kind];
        if (source.limit() < body) {
            return false;
        }
        if ((flags & EMPTY) != 0) {
            return true;
        }
        if (kind > 0) {
            source.order(order(flags & LITTLE_ENDIAN));
            for (int i = 0; i < box.length; i++) {
                box[i] = source.getDouble(HEADER_SIZE + Double.BYTES * i);
            }
            return true;
        }
        if ((flags & EXTENDED) != 0) {
            return false; // Whatever is in it, it is no Well-Known Binary.
        }
        source.position(body);
        return readGeometry(source, 0);
    }

    private static ByteOrder order(int byteOrder) {
        return byteOrder == LITTLE_ENDIAN ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    }

    private boolean readGeometry(ByteBuffer source, int depth) {
        if (source.remaining() < 5 || depth > DEPTH_MAX) {
            return false;
        }
        int byteOrder = source.get();
        if (byteOrder != 0 && byteOrder != LITTLE_ENDIAN) {
            return false;
        }
        source.order(order(byteOrder));
        int type = source.getInt();
        if ((type & TYPE_SRID) != 0) {
            if (source.remaining() < Integer.BYTES) {
                return false;
            }
            source.getInt();
        }
        int extent = (type & TYPE_MASK) / 1000;
        boolean third = (type & TYPE_Z) != 0 || extent == 1 || extent == 3;
        boolean measured = (type & TYPE_M) != 0 || extent == 2 || extent == 3;
        int pointSize = Double.BYTES * (2 + (third ? 1 : 0) + (measured ? 1 : 0));
        int shape = (type & TYPE_MASK) % 1000;
        return switch (shape) {
            case POINT -> readPoints(source, 1, pointSize);
            case LINE -> readPoints(source, count(source), pointSize);
            case ARCS -> readArcs(source, count(source), pointSize);
            case POLYGON, TRIANGLE -> readRings(source, count(source), pointSize);
            default ->
                ((shape >= MULTI_POINT && shape <= COLLECTION)
                                || (shape >= COMPOUND_CURVE && shape <= MULTI_SURFACE)
                                || shape == POLYHEDRAL_SURFACE
                                || shape == TIN)
                        && readParts(source, count(source), depth);
        };
    }

    /** How many parts follow; -1 at the end of the bytes. */
    private static int count(ByteBuffer source) {
        return source.remaining() < Integer.BYTES ? -1 : source.getInt();
    }

    private boolean readParts(ByteBuffer source, int count, int depth) {
        boolean valid = count >= 0;
        for (int i = 0; valid && i < count; i++) {
            valid = readGeometry(source, depth + 1);
        }
        return valid;
    }

    private boolean readRings(ByteBuffer source, int count, int pointSize) {
        boolean valid = count >= 0;
        for (int i = 0; valid && i < count; i++) {
            valid = readPoints(source, count(source), pointSize);
        }
        return valid;
    }

    private boolean readPoints(ByteBuffer source, int count, int pointSize) {
        if (count < 0 || (long) count * pointSize > source.remaining()) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            int at = source.position();
            add(source.getDouble(at), source.getDouble(at + Double.BYTES));
            source.position(at + pointSize);
        }
        return true;
    }

    /** A point without coordinates has NaN, and adds nothing. */
    private void add(double x, double y) {
        if (!Double.isNaN(x) && !Double.isNaN(y)) {
            box[0] = Math.min(box[0], x);
            box[1] = Math.max(box[1], x);
            box[2] = Math.min(box[2], y);
            box[3] = Math.max(box[3], y);
        }
    }

    /** Each arc goes from a point over the next one to the one behind. */
    private boolean readArcs(ByteBuffer source, int count, int pointSize) {
        int start = source.position();
        if (!readPoints(source, count, pointSize)) {
            return false;
        }
        for (int i = 0; i + 2 < count; i += 2) {
            int at = start + i * pointSize;
            addArc(
                    source.getDouble(at),
                    source.getDouble(at + Double.BYTES),
                    source.getDouble(at + pointSize),
                    source.getDouble(at + pointSize + Double.BYTES),
                    source.getDouble(at + 2 * pointSize),
                    source.getDouble(at + 2 * pointSize + Double.BYTES));
        }
        return true;
    }

    /** Adds the points of an arc where it is farthest to one side. */
    private void addArc(double x0, double y0, double x1, double y1, double x2, double y2) {
        double ax = x1 - x0;
        double ay = y1 - y0;
        double bx = x2 - x0;
        double by = y2 - y0;
        boolean full = bx == 0 && by == 0;
        double twice = 2 * (ax * by - ay * bx);
        if (twice == 0 && !full) {
            return; // A straight line.
        }
        double a = ax * ax + ay * ay;
        double b = bx * bx + by * by;
        double cx = x0 + (full ? ax / 2 : (by * a - ay * b) / twice);
        double cy = y0 + (full ? ay / 2 : (ax * b - bx * a) / twice);
        double radius = Math.hypot(x0 - cx, y0 - cy);
        double start = Math.atan2(y0 - cy, x0 - cx);
        double middle = turn(start, Math.atan2(y1 - cy, x1 - cx));
        double end = full ? 2 * Math.PI : turn(start, Math.atan2(y2 - cy, x2 - cx));
        boolean forward = full || middle <= end;
        for (int quarter = 0; quarter < 4; quarter++) {
            double angle = turn(start, quarter * Math.PI / 2);
            if (forward == (angle <= end)) {
                double x = quarter == 0 ? radius : quarter == 2 ? -radius : 0;
                double y = quarter == 1 ? radius : quarter == 3 ? -radius : 0;
                add(cx + x, cy + y);
            }
        }
    }

    /** The angle from one direction to another, counter-clockwise, from 0 to 2π. */
    private static double turn(double from, double to) {
        double angle = to - from;
        double whole = 2 * Math.PI;
        return angle - whole * Math.floor(angle / whole);
    }
}
