package org.sqlvm.warm;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * A process whose output is copied to a client's file: it ends when all is copied. Streams that are
 * copied are no pipes to the program, which could close them.
 */
final class CopiedProcess extends Process {
    /**
     * A stream to be copied.
     *
     * @param stream 1 or 2
     */
    record Copy(int stream, OutputStream target) {}

    private final Process process;
    private final List<Thread> copiers = new ArrayList<>();

    private final List<Integer> copied;
    private final boolean isFed;

    /** @param isFed whether its input is written by another */
    CopiedProcess(Process process, List<Copy> copies, boolean isFed) {
        this.process = process;
        this.isFed = isFed;
        copied = copies.stream().map(Copy::stream).toList();
        for (Copy copy : copies) {
            InputStream source =
                    copy.stream == 1 ? process.getInputStream() : process.getErrorStream();
            copiers.add(Thread.ofPlatform().daemon().start(() -> copy(source, copy.target)));
        }
    }

    private static void copy(InputStream source, OutputStream target) {
        try (source) {
            source.transferTo(target);
        } catch (IOException e) {
            // The client's file is full or closed; the process gets a broken pipe.
        }
    }

    @Override
    public OutputStream getOutputStream() {
        return isFed ? OutputStream.nullOutputStream() : process.getOutputStream();
    }

    @Override
    public InputStream getInputStream() {
        return copied.contains(1) ? InputStream.nullInputStream() : process.getInputStream();
    }

    @Override
    public InputStream getErrorStream() {
        return copied.contains(2) ? InputStream.nullInputStream() : process.getErrorStream();
    }

    @Override
    public int waitFor() throws InterruptedException {
        int code = process.waitFor();
        for (Thread copier : copiers) {
            copier.join();
        }
        return code;
    }

    @Override
    public int exitValue() {
        int code = process.exitValue();
        if (copiers.stream().anyMatch(Thread::isAlive)) {
            throw new IllegalThreadStateException("not all is copied");
        }
        return code;
    }

    @Override
    public void destroy() {
        process.destroy();
    }

    @Override
    public Process destroyForcibly() {
        process.destroyForcibly();
        return this;
    }

    @Override
    public ProcessHandle toHandle() {
        return process.toHandle();
    }
}
