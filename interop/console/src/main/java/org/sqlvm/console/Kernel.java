package org.sqlvm.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A process that runs the cells of a notebook, one after the other: {@code sqlvm run --kernel}. A
 * cell is a line of JSON that goes to its input; the answer is a line of its output, and is passed
 * on as it is.
 */
final class Kernel implements AutoCloseable {
    /** Marks answers among the lines that a cell's code prints by other ways. */
    private static final String ANSWER = "\u0001sqlvm ";

    /** How many of the last characters of other lines are kept, to tell why it has ended. */
    private static final int TAIL_MAX = 2_000;

    /** How long a cell has after an interrupt, before the process is ended. */
    private static final Duration INTERRUPT_TIME = Duration.ofSeconds(3);

    private final Process process;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition hasChanged = lock.newCondition();
    /** Guarded, as the next ones: whether a cell runs. */
    private boolean isRunning;

    /** Null if there is none that has not been asked for. */
    private String answer;

    private boolean hasEnded;
    private final StringBuilder tail = new StringBuilder();

    /** @param command the process, without a shell */
    Kernel(List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        // A process of its own, which can be ended, also if others share a resident one.
        builder.environment().put("SQLVM_ALONE", "1");
        process = builder.start();
        Thread.ofVirtual().name("sqlvm-console-kernel").start(this::read);
    }

    private void read() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                take(line);
            }
        } catch (IOException e) {
            take(e.toString());
        }
        lock.lock();
        try {
            hasEnded = true;
            hasChanged.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void take(String line) {
        lock.lock();
        try {
            // A program may have printed without an end of the line before it.
            int mark = line.indexOf(ANSWER);
            if (mark >= 0) {
                answer = line.substring(mark + ANSWER.length());
                isRunning = false;
                hasChanged.signalAll();
            } else {
                tail.append(line).append('\n');
                tail.delete(0, Math.max(0, tail.length() - TAIL_MAX));
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Begins a cell.
     *
     * @param line a text of JSON without an end of a line
     * @return false if another one runs
     */
    boolean begin(String line) throws IOException {
        assert line.indexOf('\n') < 0;
        lock.lock();
        try {
            if (isRunning) {
                return false;
            }
            isRunning = true;
            answer = null;
        } finally {
            lock.unlock();
        }
        try {
            OutputStream input = process.getOutputStream();
            input.write((line + "\n").getBytes(UTF_8));
            input.flush();
        } catch (IOException e) {
            // It has ended; await says why.
            process.destroy();
        }
        return true;
    }

    /** Waits for the answer of the cell; returns null if it is not there by then. */
    String await(Duration time) {
        lock.lock();
        try {
            long left = time.toNanos();
            while (isRunning && !hasEnded && left > 0) {
                left = hasChanged.awaitNanos(left);
            }
            if (isRunning && hasEnded) {
                isRunning = false;
                String output = "The process of the notebook has ended.\n" + tail;
                return "{\"output\":" + Json.quoted(output) + ",\"ended\":false,\"gone\":true}";
            }
            return answer;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether the process has ended. */
    boolean hasEnded() {
        lock.lock();
        try {
            return hasEnded;
        } finally {
            lock.unlock();
        }
    }

    /** Interrupts the cell, or ends the process if that is of no use. */
    void interrupt() throws IOException {
        new ProcessBuilder("kill", "-INT", String.valueOf(process.pid())).start();
        if (await(INTERRUPT_TIME) == null) {
            close();
        }
    }

    /** Ends the process, and those that it has started. */
    @Override
    public void close() {
        List<ProcessHandle> started = process.descendants().toList();
        process.destroy();
        try {
            if (!process.waitFor(INTERRUPT_TIME.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        started.forEach(ProcessHandle::destroyForcibly);
    }
}
