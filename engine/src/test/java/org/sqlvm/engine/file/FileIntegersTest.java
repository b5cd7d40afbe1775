package org.sqlvm.engine.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.HexFormat;

/** Integers as SQLite's files have them. */
final class FileIntegersTest {
    private static final HexFormat HEX = HexFormat.of();

    @Test
    void varints() {
        byte[] array = new byte[16];
        for (int bits = 0; bits < 64; bits++) {
            for (long value : new long[] {1L << bits, (1L << bits) - 1, -(1L << bits)}) {
                int end = Varint.write(array, 3, value);
                assertEquals(value, Varint.read(array, 3));
                assertEquals(end - 3, Varint.sizeAt(array, 3));
                assertEquals(end - 3, Varint.size(value));
                for (int limit = 3; limit <= array.length; limit++) {
                    int within = limit < end ? 0 : end - 3;
                    assertEquals(within, Varint.sizeWithin(array, 3, limit));
                }
            }
        }
    }

    @Test
    void bytesOfVarints() {
        checkVarint("00", 0);
        checkVarint("7f", 127);
        checkVarint("8100", 128);
        checkVarint("ff7f", 16383);
        checkVarint("818000", 16384);
        checkVarint("8f8080807f", (15L << 28) + 127);
        checkVarint("ffffffffffffff7f", (1L << 56) - 1);
        checkVarint("80c080808080808000", 1L << 56);
        checkVarint("bfffffffffffffffff", Long.MAX_VALUE);
        checkVarint("c08080808080808000", Long.MIN_VALUE);
        checkVarint("ffffffffffffffffff", -1);
    }

    private static void checkVarint(String hex, long value) {
        byte[] array = new byte[Varint.SIZE_MAX];
        int end = Varint.write(array, 0, value);
        assertEquals(hex, HEX.formatHex(array, 0, end));
        assertEquals(value, Varint.read(array, 0));
    }

    /** A writer may use more bytes than a value needs. */
    @Test
    void longVarints() {
        assertEquals(5, Varint.read(HEX.parseHex("8005"), 0));
        assertEquals(5, Varint.read(HEX.parseHex("80808005"), 0));
        assertEquals(5, Varint.read(HEX.parseHex("808080808080808005"), 0));
    }

    @Test
    void bigEndian() {
        byte[] array = new byte[12];
        BigEndian.putU16(array, 1, 0xfedc);
        assertArrayEquals(HEX.parseHex("00fedc00"), Arrays.copyOf(array, 4));
        assertEquals(0xfedc, BigEndian.getU16(array, 1));
        assertEquals((short) 0xfedc, BigEndian.getShort(array, 1));
        BigEndian.putInt(array, 3, 0x89abcdef);
        assertEquals("fedc89abcdef", hexOf(array, 1, 7));
        assertEquals(0x89abcdef, BigEndian.getInt(array, 3));
        assertEquals(0x89abcdefL, BigEndian.getU32(array, 3));
        BigEndian.putLong(array, 2, 0x8123456789abcdefL);
        assertEquals("8123456789abcdef", hexOf(array, 2, 10));
        assertEquals(0x8123456789abcdefL, BigEndian.getLong(array, 2));
        assertThrows(IndexOutOfBoundsException.class, () -> BigEndian.getInt(array, 9));
    }

    private static String hexOf(byte[] array, int from, int to) {
        return HEX.formatHex(array, from, to);
    }
}
