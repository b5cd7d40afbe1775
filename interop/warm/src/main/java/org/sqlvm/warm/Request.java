package org.sqlvm.warm;

import org.sqlvm.columns.Descriptor;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A client's request, see {@code client.c}: a header with the size, then texts that end with a
 * zero: the kind, the facts of the client's process, its folder, a bit for each stream that is a
 * terminal, the number of arguments and the arguments, the number of variables and the variables.
 *
 * @param streams the standard streams, which the program's end closes
 */
record Request(
        String kind,
        String facts,
        Path folder,
        int terminals,
        List<String> arguments,
        Map<String, String> environment,
        List<Descriptor> streams) {
    private static final byte[] MAGIC = "SQLVMW1\n".getBytes(StandardCharsets.US_ASCII);
    private static final int HEADER_SIZE = MAGIC.length + Integer.BYTES;
    /** Linux allows 2 MiB of arguments and variables by default, and 6 MiB at most. */
    private static final int SIZE_MAX = 8 << 20;

    private static final int STREAMS = 3;

    /**
     * Receives a request.
     *
     * @param received gets the descriptors even if the request is refused; they are to be closed
     * @throws IOException if it is none, or its sender has gone
     */
    static Request receive(Descriptor client, List<Descriptor> received) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(HEADER_SIZE).order(ByteOrder.nativeOrder());
        fill(client, header, received);
        byte[] magic = new byte[MAGIC.length];
        header.flip().get(magic);
        int size = header.getInt();
        if (!Arrays.equals(magic, MAGIC) || size < 0 || size > SIZE_MAX) {
            throw new IOException("not a request");
        }
        ByteBuffer body = ByteBuffer.allocate(size);
        fill(client, body, received);
        if (received.size() != STREAMS) {
            throw new IOException("a request comes with three descriptors");
        }
        return of(new Texts(body.array()), List.copyOf(received));
    }

    private static void fill(Descriptor client, ByteBuffer target, List<Descriptor> received)
            throws IOException {
        while (target.hasRemaining()) {
            if (client.receive(target, received) < 0) {
                throw new EOFException();
            }
        }
    }

    private static Request of(Texts texts, List<Descriptor> streams) throws IOException {
        String kind = texts.next();
        String facts = texts.next();
        Path folder = Path.of(texts.next());
        int terminals = texts.number();
        List<String> arguments = new ArrayList<>();
        for (int left = texts.number(); left > 0; left--) {
            arguments.add(texts.next());
        }
        Map<String, String> environment = new LinkedHashMap<>();
        for (int left = texts.number(); left > 0; left--) {
            String variable = texts.next();
            int end = variable.indexOf('=', 1);
            if (end > 0) {
                environment.putIfAbsent(variable.substring(0, end), variable.substring(end + 1));
            }
        }
        return new Request(kind, facts, folder, terminals, arguments, environment, streams);
    }

    /** Texts, each of which ends with a zero. */
    private static final class Texts {
        private final byte[] bytes;
        private int position;

        Texts(byte[] bytes) {
            this.bytes = bytes;
        }

        String next() throws IOException {
            int start = position;
            while (position < bytes.length && bytes[position] != 0) {
                position++;
            }
            if (position == bytes.length) {
                throw new IOException("a request ends within a text");
            }
            return new String(bytes, start, position++ - start, StandardCharsets.UTF_8);
        }

        int number() throws IOException {
            try {
                return Integer.parseInt(next());
            } catch (NumberFormatException e) {
                throw new IOException("no number in a request", e);
            }
        }
    }
}
