package org.sqlvm.shell.terminal;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Lines of an input, one at a time, however long the input is. */
public interface LineSource {
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
            ByteArrayOutputStream start = null;
            while (true) {
                if (position == limit && !fill()) {
                    return start == null ? null : start.toString(StandardCharsets.UTF_8);
                }
                int end = position;
                while (end < limit && block[end] != '\n') {
                    end++;
                }
                int from = position;
                boolean complete = end < limit;
                position = complete ? end + 1 : end;
                if (complete && start == null) {
                    return text(block, from, end);
                }
                // The line goes on in the next block.
                start = start == null ? new ByteArrayOutputStream() : start;
                start.write(block, from, end - from);
                if (complete) {
                    return text(start.toByteArray(), 0, start.size());
                }
            }
        }

        private static String text(byte[] bytes, int from, int end) {
            int size = end > from && bytes[end - 1] == '\r' ? end - 1 - from : end - from;
            return new String(bytes, from, size, StandardCharsets.UTF_8);
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
