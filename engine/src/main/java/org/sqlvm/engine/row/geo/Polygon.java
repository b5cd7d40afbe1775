package org.sqlvm.engine.row.geo;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.file.BigEndian;

/**
 * A polygon without holes (sqlite.org/geopoly.html). A blob of it begins with the byte order of its
 * coordinates, 0 for the greatest byte first, and the number of vertexes in three bytes.
 *
 * @param points x and y of each vertex in turn
 */
public record Polygon(float[] points) {
    private static final int HEADER_SIZE = 4;
    private static final int VERTEX_SIZE = 8;

    /** A triangle. */
    private static final int BLOB_SIZE_MIN = HEADER_SIZE + 3 * VERTEX_SIZE;

    private static final int REGULAR_SIDES_MAX = 1000;
    private static final double RADIUS_MAX = 1e300;

    /** The quality of the point: not in the polygon. */
    private static final int OUTSIDE = 0;

    private static final int ON_BOUNDARY = 1;
    private static final int INSIDE = 2;

    /** On a side, as {@link #beneath} says. */
    private static final int ON_SIDE = 2;

    /**
     * The result of reading a value.
     *
     * @param polygon null if the value is none
     * @param isError whether SQLite calls that an error
     */
    public record Reading(Polygon polygon, boolean isError) {}

    private static final Reading ERROR = new Reading(null, true);

    /** As SQLite has it, not every value that is no polygon is an error. */
    private static final Reading NOTHING = new Reading(null, false);

    /** Reads a value of a register. */
    public static Reading read(Object value) {
        if (value instanceof Blob blob && blob.length >= BLOB_SIZE_MIN) {
            return ofBlob(blob);
        }
        if (value instanceof Text text) {
            PolygonText parser = new PolygonText(text);
            return switch (parser.read()) {
                case POLYGON -> new Reading(new Polygon(parser.points()), false);
                case NOTHING -> NOTHING;
                case ERROR -> ERROR;
            };
        }
        return ERROR;
    }

    private static Reading ofBlob(Blob blob) {
        byte[] bytes = blob.toArray();
        int count = BigEndian.getInt(bytes, 0) & 0xffffff;
        if ((bytes[0] != 0 && bytes[0] != 1) || count * VERTEX_SIZE + HEADER_SIZE != bytes.length) {
            return NOTHING;
        }
        float[] points = new float[2 * count];
        for (int i = 0; i < points.length; i++) {
            int bits = BigEndian.getInt(bytes, HEADER_SIZE + 4 * i);
            points[i] = Float.intBitsToFloat(bytes[0] == 0 ? bits : Integer.reverseBytes(bits));
        }
        return new Reading(new Polygon(points), false);
    }

    /** The polygon that a value is, or null. */
    public static Polygon of(Object value) {
        return read(value).polygon;
    }

    public int count() {
        return points.length / 2;
    }

    public float x(int vertex) {
        return points[2 * vertex];
    }

    public float y(int vertex) {
        return points[2 * vertex + 1];
    }

    /** As SQLite writes it on most machines: the least byte first. */
    public Blob toBlob() {
        byte[] bytes = new byte[HEADER_SIZE + 4 * points.length];
        BigEndian.putInt(bytes, 0, 1 << 24 | count());
        for (int i = 0; i < points.length; i++) {
            int bits = Float.floatToRawIntBits(points[i]);
            BigEndian.putInt(bytes, HEADER_SIZE + 4 * i, Integer.reverseBytes(bits));
        }
        return Blob.of(bytes);
    }

    /** The area; negative if the vertexes run clockwise. */
    public double area() {
        double area = 0;
        int count = count();
        for (int i = 0; i < count; i++) {
            int next = i + 1 < count ? i + 1 : 0;
            area += (x(i) - x(next)) * (y(i) + y(next)) * 0.5;
        }
        return area;
    }

    /** The same polygon with vertexes that run counter-clockwise. */
    public Polygon counterClockwise() {
        if (!(area() < 0)) {
            return this;
        }
        float[] turned = points.clone();
        int count = count();
        for (int i = 1; i < count; i++) {
            turned[2 * i] = x(count - i);
            turned[2 * i + 1] = y(count - i);
        }
        return new Polygon(turned);
    }

    /** x becomes a·x + b·y + e, and y c·x + d·y + f. */
    public Polygon transformed(double a, double b, double c, double d, double e, double f) {
        float[] moved = new float[points.length];
        for (int i = 0; i < count(); i++) {
            moved[2 * i] = (float) (a * x(i) + b * y(i) + e);
            moved[2 * i + 1] = (float) (c * x(i) + d * y(i) + f);
        }
        return new Polygon(moved);
    }

    /** A polygon with sides of one length; null for less than three, or no radius. */
    public static Polygon regular(double x, double y, double radius, long sides) {
        if (sides < 3 || radius <= 0 || radius >= RADIUS_MAX) {
            return null;
        }
        int count = (int) Math.min(sides, REGULAR_SIDES_MAX);
        float[] points = new float[2 * count];
        for (int i = 0; i < count; i++) {
            double angle = 2.0 * Math.PI * i / count;
            points[2 * i] = (float) (x - radius * sine(angle - 0.5 * Math.PI));
            points[2 * i + 1] = (float) (y + radius * sine(angle));
        }
        return new Polygon(points);
    }

    /** SQLite's approximation of the sine from -π/2 to 2π. */
    private static double sine(double angle) {
        double r = angle;
        if (r >= 1.5 * Math.PI) {
            r -= 2.0 * Math.PI;
        }
        if (r >= 0.5 * Math.PI) {
            return -sine(r - Math.PI);
        }
        double r2 = r * r;
        double r3 = r2 * r;
        double r5 = r3 * r2;
        return 0.9996949 * r - 0.1656700 * r3 + 0.0075134 * r5;
    }

    /** The bounding box: least x, greatest x, least y, greatest y. */
    public float[] box() {
        if (points.length == 0) {
            return new float[4];
        }
        float[] box = {x(0), x(0), y(0), y(0)};
        for (int i = 1; i < count(); i++) {
            if (x(i) < box[0]) {
                box[0] = x(i);
            } else if (x(i) > box[1]) {
                box[1] = x(i);
            }
            if (y(i) < box[2]) {
                box[2] = y(i);
            } else if (y(i) > box[3]) {
                box[3] = y(i);
            }
        }
        return box;
    }

    /** The rectangle of a {@link #box}. */
    public static Polygon ofBox(float[] box) {
        return new Polygon(
                new float[] {box[0], box[2], box[1], box[2], box[1], box[3], box[0], box[3]});
    }

    /** 2 for a point within the polygon, 1 on its boundary, 0 outside. */
    public int contains(double x, double y) {
        int sides = 0;
        int count = count();
        for (int i = 0; i < count; i++) {
            int next = i + 1 < count ? i + 1 : 0;
            int found = beneath(x, y, i, next);
            if (found == ON_SIDE) {
                return ON_BOUNDARY;
            }
            sides += found;
        }
        return (sides & 1) == 0 ? OUTSIDE : INSIDE;
    }

    /** 1 if a point is beneath a side, {@link #ON_SIDE} on it, or else 0. */
    private int beneath(double x, double y, int from, int to) {
        double x1 = x(from);
        double y1 = y(from);
        double x2 = x(to);
        double y2 = y(to);
        if (x == x1 && y == y1) {
            return ON_SIDE;
        }
        if (x1 < x2) {
            if (x <= x1 || x > x2) {
                return 0;
            }
        } else if (x1 > x2) {
            if (x <= x2 || x > x1) {
                return 0;
            }
        } else {
            boolean beside = x != x1 || (y < y1 && y < y2) || (y > y1 && y > y2);
            return beside ? 0 : ON_SIDE;
        }
        double at = y1 + (y2 - y1) * (x - x1) / (x2 - x1);
        if (y == at) {
            return ON_SIDE;
        }
        return y < at ? 1 : 0;
    }

    /**
     * Compares two polygons; returns what they have in common: 0 nothing, 1 a part, 2 all of the
     * first, 3 all of the second, 4 all of both.
     */
    public int overlap(Polygon other) {
        return new PolygonOverlap(this, other).kind();
    }
}
