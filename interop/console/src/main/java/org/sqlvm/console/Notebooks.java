package org.sqlvm.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.sqlvm.server.page.HttpPage;
import org.sqlvm.server.page.HttpPages;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;

/**
 * Runs cells of notebooks in Python, JavaScript and SQL, each notebook in a process of its own, if
 * the user has switched languages on: their programs may do whatever the user may.
 */
final class Notebooks implements AutoCloseable {
    private static final int COUNT_MAX = 4;
    private static final int CELL_MAX = 1 << 20;
    private static final Duration WAIT = Duration.ofSeconds(10);
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{16,64}");
    private static final HttpPage RUNNING = HttpPage.json(200, "{\"running\":true}\n");

    /** Empty if languages are off. */
    private final List<String> command;

    private final ReentrantLock lock = new ReentrantLock();
    /** Guarded. */
    private final Map<String, Kernel> kernels = new HashMap<>();

    /** @param command starts a kernel; empty if languages are off */
    Notebooks(List<String> command) {
        this.command = List.copyOf(command);
    }

    boolean areOn() {
        return !command.isEmpty();
    }

    /**
     * Answers a request of someone who has the key, for the notebook of the header
     * {@code Sqlvm-Notebook}: POST begins a cell, GET waits for its answer, PUT interrupts it,
     * DELETE ends the process.
     */
    HttpPage answer(HttpPages.Request request) {
        if (!areOn()) {
            return failed(403, "languages other than SQL are off");
        }
        String name = request.header().apply("sqlvm-notebook");
        if (name == null || !NAME.matcher(name).matches()) {
            return failed(400, "a notebook has a name of 16 to 64 letters, digits, _ and -");
        }
        try {
            return switch (request.method()) {
                case "POST" -> begin(name, request.body());
                case "GET" -> await(name);
                case "PUT" -> interrupt(name);
                case "DELETE" -> end(name);
                default -> failed(405, "there is no such method");
            };
        } catch (IOException e) {
            return failed(500, e.getMessage());
        }
    }

    private static HttpPage failed(int status, String message) {
        return HttpPage.json(status, "{\"error\":{\"message\":" + Json.quoted(message) + "}}\n");
    }

    private HttpPage begin(String name, byte[] body) throws IOException {
        String line = new String(body, UTF_8);
        if (body.length > CELL_MAX) {
            return failed(413, "a cell has at most " + CELL_MAX + " bytes");
        }
        if (line.isBlank() || line.indexOf('\n') >= 0 || line.indexOf('\r') >= 0) {
            return failed(400, "a cell is one line of JSON");
        }
        Kernel kernel = kernel(name);
        if (kernel == null) {
            return failed(503, COUNT_MAX + " notebooks run languages: close one of them");
        }
        return kernel.begin(line) ? await(name) : failed(409, "another cell runs");
    }

    /** The process of a notebook, which is started if there is none; null if there are too many. */
    private Kernel kernel(String name) throws IOException {
        lock.lock();
        try {
            Kernel known = kernels.get(name);
            if (known != null && !known.hasEnded()) {
                return known;
            }
            kernels.values().removeIf(Kernel::hasEnded);
            if (kernels.size() >= COUNT_MAX) {
                return null;
            }
            Kernel kernel = new Kernel(command);
            kernels.put(name, kernel);
            return kernel;
        } finally {
            lock.unlock();
        }
    }

    private Kernel known(String name) {
        lock.lock();
        try {
            return kernels.get(name);
        } finally {
            lock.unlock();
        }
    }

    private HttpPage await(String name) {
        Kernel kernel = known(name);
        if (kernel == null) {
            return failed(404, "the notebook runs no cell");
        }
        String answer = kernel.await(WAIT);
        return answer == null ? RUNNING : HttpPage.json(200, answer + "\n");
    }

    private HttpPage interrupt(String name) throws IOException {
        Kernel kernel = known(name);
        if (kernel != null) {
            kernel.interrupt();
        }
        return HttpPage.json(200, "{}\n");
    }

    private HttpPage end(String name) {
        Kernel kernel;
        lock.lock();
        try {
            kernel = kernels.remove(name);
        } finally {
            lock.unlock();
        }
        if (kernel != null) {
            kernel.close();
        }
        return HttpPage.json(200, "{}\n");
    }

    @Override
    public void close() {
        List<Kernel> all;
        lock.lock();
        try {
            all = new ArrayList<>(kernels.values());
            kernels.clear();
        } finally {
            lock.unlock();
        }
        all.forEach(Kernel::close);
    }
}
