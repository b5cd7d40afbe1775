package org.sqlvm.warm;

import org.sqlvm.columns.Descriptor;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Sends what client.c sends, with pipes as standard streams. */
final class TestClient implements AutoCloseable {
    static final int REFUSED = -1;

    private final Descriptor socket;
    private final CompletableFuture<String> out;
    private final CompletableFuture<String> error;

    TestClient(Path path, String kind, String facts, Path folder, String in, String... words)
            throws IOException {
        socket = Descriptor.connect(path.toString());
        List<Descriptor> input = Descriptor.pipe();
        List<Descriptor> output = Descriptor.pipe();
        List<Descriptor> errors = Descriptor.pipe();
        input.get(1).write(ByteBuffer.wrap(in.getBytes(StandardCharsets.UTF_8)));
        input.get(1).close();
        socket.send(
                message(kind, facts, folder, words),
                List.of(input.get(0), output.get(1), errors.get(1)));
        input.get(0).close();
        output.get(1).close();
        errors.get(1).close();
        out = CompletableFuture.supplyAsync(() -> text(output.get(0)))
                .orTimeout(1, TimeUnit.MINUTES);
        error = CompletableFuture.supplyAsync(() -> text(errors.get(0)))
                .orTimeout(1, TimeUnit.MINUTES);
    }

    private static byte[] message(String kind, String facts, Path folder, String... words) {
        return message(kind, facts, folder, 0, List.of("HOME=" + folder), words);
    }

    /** @param terminals a bit for each stream that is one */
    static byte[] message(
            String kind,
            String facts,
            Path folder,
            int terminals,
            List<String> variables,
            String... words) {
        List<String> texts = new ArrayList<>(
                List.of(kind, facts, folder.toString(), Integer.toString(terminals)));
        texts.add(Integer.toString(words.length));
        texts.addAll(List.of(words));
        texts.add(Integer.toString(variables.size()));
        texts.addAll(variables);
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (String text : texts) {
            body.writeBytes(text.getBytes(StandardCharsets.UTF_8));
            body.write(0);
        }
        return ByteBuffer.allocate(12 + body.size())
                .order(ByteOrder.nativeOrder())
                .put("SQLVMW1\n".getBytes(StandardCharsets.US_ASCII))
                .putInt(body.size())
                .put(body.toByteArray())
                .array();
    }

    private static String text(Descriptor pipe) {
        try (pipe) {
            return new String(Channels.newInputStream(pipe).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    void signal(int number) throws IOException {
        socket.send(new byte[] {(byte) number}, List.of());
    }

    /** Waits for the end; returns the exit code, REFUSED, or null if the other end was closed. */
    Integer await() throws IOException {
        while (true) {
            ByteBuffer letter = ByteBuffer.allocate(1);
            if (socket.read(letter) < 0) {
                return null;
            }
            switch (letter.get(0)) {
                case 'A' -> {}
                case 'N' -> {
                    return REFUSED;
                }
                default -> {
                    ByteBuffer code = ByteBuffer.allocate(4).order(ByteOrder.nativeOrder());
                    while (code.hasRemaining() && socket.read(code) >= 0) {}
                    return code.getInt(0);
                }
            }
        }
    }

    String out() {
        return out.join();
    }

    String error() {
        return error.join();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
