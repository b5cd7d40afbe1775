package org.sqlvm.server.value;

import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.error.SqlState;
import org.sqlvm.server.message.MessageReader;

import java.math.BigDecimal;
import java.math.BigInteger;

/** Decimal numbers: integers if they are, else the nearest reals. */
final class Numeric {
    private static final int DIGITS_PER_GROUP = 4;
    private static final BigInteger BASE = BigInteger.valueOf(10_000);
    private static final int NEGATIVE = 0x4000;
    private static final int NOT_A_NUMBER = 0xc000;

    private Numeric() {}

    /** @throws NumberFormatException if it is none */
    static Object value(String text) {
        return text.equalsIgnoreCase("NaN") ? null : value(new BigDecimal(text));
    }

    private static Object value(BigDecimal number) {
        boolean isLong = number.scale() <= 0 && number.precision() - number.scale() <= 19;
        if (isLong) {
            BigInteger integer = number.toBigInteger();
            if (integer.bitLength() < Long.SIZE) {
                return integer.longValue();
            }
        }
        return number.doubleValue();
    }

    /**
     * The binary form: groups of four digits, of which {@code weight + 1} stand before the point.
     */
    static Object read(MessageReader in, int length) {
        if (length < 4 * Short.BYTES) {
            throw ServerError.protocol("insufficient data left in message");
        }
        int groupCount = in.readShort();
        int weight = in.readShort();
        int sign = in.readShort() & 0xffff;
        int scale = in.readShort();
        if (length != (4 + groupCount) * Short.BYTES) {
            throw new ServerError(
                    SqlState.INVALID_BINARY_REPRESENTATION,
                    "incorrect binary data format for type numeric");
        }
        BigInteger digits = BigInteger.ZERO;
        for (int i = 0; i < groupCount; i++) {
            digits = digits.multiply(BASE).add(BigInteger.valueOf(in.readShort()));
        }
        if (sign >= NOT_A_NUMBER) {
            return null;
        }
        int exponent = (weight + 1 - groupCount) * DIGITS_PER_GROUP;
        BigDecimal number = new BigDecimal(digits, -exponent);
        BigDecimal signed = sign == NEGATIVE ? number.negate() : number;
        BigDecimal plain = signed.signum() == 0 ? BigDecimal.ZERO : signed.stripTrailingZeros();
        return scale > 0 && plain.scale() > 0 ? (Object) plain.doubleValue() : value(plain);
    }
}
