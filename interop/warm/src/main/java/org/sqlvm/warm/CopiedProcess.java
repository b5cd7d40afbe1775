package org.sqlvm.warm;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/** A process whose output is copied to a client's file: it ends when all is copied. */
final class CopiedProcess extends Process {
    /**
     * A stream to be copied.
     *
     * @param stream 1 or 2
     */
    record Copy(int stream, OutputStream target) {}

    private final Process process;
    private final List<Thread> copiers = new ArrayList<>();

    CopiedProcess(Process process, List<Copy> copies) {
        this.process = process;
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
        return process.getOutputStream();
    }

    @Override
    public InputStream getInputStream() {
        return process.getInputStream();
    }

    @Override
    public InputStream getErrorStream() {
        return process.getErrorStream();
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
