package org.sqlvm.engine.virtual.rtree;

/** Doubles as floats, rounded in one direction. */
final class Floats {
    private Floats() {}

    /** The float next to a number that is not above it. */
    static float notAbove(double number) {
        float nearest = (float) number;
        return nearest > number ? Math.nextDown(nearest) : nearest;
    }

    /** The float next to a number that is not below it. */
    static float notBelow(double number) {
        float nearest = (float) number;
        return nearest < number ? Math.nextUp(nearest) : nearest;
    }
}
