package org.sqlvm.engine.virtual.files;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Text of another encoding as UTF-8. Bytes that are no text of that encoding are an error. */
final class TranscodedStream extends InputStream {
    private static final int BUFFER_SIZE = 1 << 14;

    /** A character of UTF-16 is at most three bytes of UTF-8. */
    private static final int BYTES_PER_CHARACTER = 3;

    private final Reader reader;
    private final CharsetEncoder encoder =
            StandardCharsets.UTF_8.newEncoder().onMalformedInput(CodingErrorAction.REPORT);
    private final CharBuffer characters = CharBuffer.allocate(BUFFER_SIZE).limit(0);
    private final ByteBuffer bytes =
            ByteBuffer.allocate(BUFFER_SIZE * BYTES_PER_CHARACTER).limit(0);
    private boolean atEnd;

    TranscodedStream(InputStream input, Charset charset) {
        reader = new InputStreamReader(
                input,
                charset.newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT));
    }

    private boolean fill() throws IOException {
        while (!bytes.hasRemaining()) {
            if (atEnd) {
                return false;
            }
            characters.compact();
            atEnd = reader.read(characters) < 0;
            characters.flip();
            bytes.clear();
            CoderResult result = encoder.encode(characters, bytes, atEnd);
            if (result.isError()) {
                result.throwException();
            }
            bytes.flip();
        }
        return true;
    }

    @Override
    public int read() throws IOException {
        return fill() ? bytes.get() & 0xFF : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int count = Math.min(length, bytes.remaining());
        bytes.get(target, offset, count);
        return count;
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
