package org.sqlvm.shell;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Lines of an input, one at a time, however long the input is. */
interface LineSource {
    /**
     * The next line without its line end, or null at the end of the input.
     *
     * @param continued whether it continues a statement; decides about the prompt
     */
    String next(boolean continued);

    /** Whether a person types the lines. */
    default boolean isInteractive() {
        return false;
    }

    /** UTF-8 with line ends LF or CR LF. */
    static LineSource of(InputStream in) {
        return new Bytes(in);
    }

    /** Looks for line ends itself: a BufferedReader would take a lone CR for one. */
    final class Bytes implements LineSource {
        private final InputStream in;
        private final byte[] block = new byte[1 << 16];
        private int position;
        private int limit;

        private Bytes(InputStream in) {
            this.in = in;
        }

        @Override
        public String next(boolean continued) {
            byte[] line = {};
            while (true) {
                if (position == limit && !fill()) {
                    return line.length == 0 ? null : text(line);
                }
                int end = position;
                while (end < limit && block[end] != '\n') {
                    end++;
                }
                int size = line.length;
                line = Arrays.copyOf(line, size + end - position);
                System.arraycopy(block, position, line, size, end - position);
                position = end;
                if (end < limit) {
                    position++;
                    boolean carriageReturn = line.length > 0 && line[line.length - 1] == '\r';
                    return text(carriageReturn ? Arrays.copyOf(line, line.length - 1) : line);
                }
            }
        }

        private static String text(byte[] line) {
            return new String(line, StandardCharsets.UTF_8);
        }

        private boolean fill() {
            try {
                limit = in.read(block);
            } catch (IOException e) {
                limit = -1;
            }
            position = 0;
            if (limit < 0) {
                limit = 0;
                return false;
            }
            return limit > 0;
        }
    }
}
