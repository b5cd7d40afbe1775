package org.sqlvm.engine.virtual.rtree;

import org.sqlvm.engine.data.Affinities;
import org.sqlvm.engine.data.SqlNull;

/** A condition on a coordinate, or on all of them. */
final class RtreeConstraint {
    static final char EQ = 'A';
    static final char LE = 'B';
    static final char LT = 'C';
    static final char GE = 'D';
    static final char GT = 'E';
    static final char MATCH = 'F';

    private static final char ALWAYS = '?';
    private static final char NEVER = '@';

    /** From this on a float of 32 bits may have rounded what equals it. */
    private static final long LONG_EXACT_MAX = 1L << 48;

    private final char operator;
    private final double value;

    /** The offset of the coordinate in a cell. */
    private final int offset;

    /** The offset of the lower bound of its dimension. */
    private final int lower;

    /** The query of MATCH, or null. */
    final RtreeMatch.Run match;

    private RtreeConstraint(char operator, int coordinate, double value, RtreeMatch.Run match) {
        this.operator = operator;
        this.value = value;
        this.match = match;
        offset = RtreeLayout.NUMBER_SIZE + coordinate * RtreeLayout.COORDINATE_SIZE;
        lower = RtreeLayout.NUMBER_SIZE + (coordinate & ~1) * RtreeLayout.COORDINATE_SIZE;
    }

    /** A condition that compares with a number. */
    static RtreeConstraint of(char operator, int coordinate, double value) {
        return new RtreeConstraint(operator, coordinate, value, null);
    }

    /**
     * @param operator a letter of the plan's text
     * @param value as in a register
     */
    static RtreeConstraint of(char operator, int coordinate, Object value) {
        if (operator == MATCH) {
            return new RtreeConstraint(operator, coordinate, 0, RtreeMatch.run(value));
        }
        return switch (Affinities.toNumeric(value)) {
            case Long number -> of(exact(operator, number), coordinate, number.doubleValue());
            case Double number -> of(operator, coordinate, number.doubleValue());
            case SqlNull _ -> of(NEVER, coordinate, 0.0);
            default -> of(operator == LT || operator == LE ? ALWAYS : NEVER, coordinate, 0.0);
        };
    }

    /** Two large integers may be one double. */
    private static char exact(char operator, long value) {
        boolean large = value >= LONG_EXACT_MAX || value <= -LONG_EXACT_MAX;
        if (large && operator == LT) {
            return LE;
        }
        return large && operator == GT ? GE : operator;
    }

    /** Whether an entry meets it; {@code at} is where its cell begins. */
    boolean allowsEntry(byte[] data, int at, boolean integers) {
        double coordinate = RtreeNode.coordinate(data, at + offset, integers);
        return switch (operator) {
            case LE -> coordinate <= value;
            case LT -> coordinate < value;
            case GE -> coordinate >= value;
            case GT -> coordinate > value;
            case EQ -> coordinate == value;
            default -> operator == ALWAYS;
        };
    }

    /** Whether an entry below a cell may meet it. */
    boolean allowsChild(byte[] data, int at, boolean integers) {
        return switch (operator) {
            case LE, LT -> value >= RtreeNode.coordinate(data, at + lower, integers);
            case GE, GT -> value <= upper(data, at, integers);
            case EQ ->
                value >= RtreeNode.coordinate(data, at + lower, integers)
                        && value <= upper(data, at, integers);
            default -> operator == ALWAYS;
        };
    }

    private double upper(byte[] data, int at, boolean integers) {
        return RtreeNode.coordinate(data, at + lower + RtreeLayout.COORDINATE_SIZE, integers);
    }
}
