package org.sqlvm.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.sqlvm.api.SqlvmException;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A client of HTTP: one request, which is a session of its own. If the client goes away, what runs
 * for it ends.
 */
final class HttpClient implements Runnable, ClientConnection {
    private static final String PATH = "/query";
    /** Bytes of a refused request that are read, so that the client sees the answer. */
    private static final int LINGER_MAX = 1 << 20;

    private final ServerSettings settings;
    private final Clients clients;
    private final int processId;
    private final SocketChannel channel;
    private final TimedChannel timed;
    private final Wire wire;
    private final Peer peer;
    private final Thread thread;

    /** Guards the two below. */
    private final ReentrantLock lock = new ReentrantLock();

    private RequestSession session;
    private boolean isEnding;

    private volatile Activity activity;

    HttpClient(
            ServerSettings settings,
            Clients clients,
            int processId,
            SocketChannel channel,
            Peer peer) {
        this.settings = settings;
        this.clients = clients;
        this.processId = processId;
        this.channel = channel;
        this.timed = new TimedChannel(channel);
        this.wire = new Wire(timed);
        this.peer = peer;
        this.thread =
                Thread.ofPlatform().name("sqlvm-http-" + processId).daemon().unstarted(this);
    }

    @Override
    public int processId() {
        return processId;
    }

    @Override
    public boolean isLoggedIn() {
        return activity != null;
    }

    @Override
    public Activity activity() {
        return activity;
    }

    @Override
    public void start() {
        thread.start();
    }

    @Override
    public void run() {
        try {
            if (settings.tls() != null) {
                wire.encrypt(settings.tls());
            }
            HttpResponse early = new HttpResponse(wire, true);
            HttpRequest request = null;
            try {
                request = HttpRequest.read(wire);
            } catch (HttpError error) {
                send(early, error);
            }
            if (request != null) {
                serve(request, new HttpResponse(wire, !request.isOld()));
            }
        } catch (IOException | UncheckedIOException e) {
            if (activity != null) {
                log("is gone: " + e.getMessage());
            }
        } finally {
            kill();
            clients.remove(this);
        }
    }

    private void serve(HttpRequest request, HttpResponse response) throws IOException {
        HttpError error;
        try {
            answer(request, response);
            return;
        } catch (HttpError e) {
            error = e;
        } catch (SqlvmException e) {
            error = HttpError.of(e);
        } catch (ServerError e) {
            error = HttpError.of(e);
        } catch (UncheckedIOException e) {
            throw e;
        } catch (RuntimeException | StackOverflowError e) {
            log(trace(e));
            error = new HttpError(HttpError.SERVER_ERROR, e.toString());
        }
        if (activity != null) {
            activity.fail();
        }
        if (error.status() == HttpError.UNAUTHORIZED && request.header("authorization") != null) {
            log("password authentication failed, from " + peer.name());
        }
        if (!response.isBegun()) {
            send(response, error);
        }
    }

    private void send(HttpResponse response, HttpError error) throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        MessageWriter out = MessageWriter.plain(Channels.newChannel(text));
        JsonText json = new JsonText(out);
        json.raw("{\"error\":");
        error.write(json);
        json.raw("}\n");
        out.flush();
        response.send(error.status(), text.toString(UTF_8));
        linger();
    }

    /** Reads what the client still sends: otherwise the answer might get lost on its way. */
    private void linger() throws IOException {
        channel.shutdownOutput();
        ByteBuffer ignored = ByteBuffer.allocate(8 << 10);
        for (long count = 0; count < LINGER_MAX; ) {
            int part = channel.read(ignored.clear());
            if (part < 0) {
                return;
            }
            count += part;
        }
    }

    private void answer(HttpRequest request, HttpResponse response) throws IOException {
        String user = new HttpAccess(settings).check(request, response);
        if (!request.path().equals(PATH)) {
            throw new HttpError(HttpError.NOT_FOUND, "there is " + PATH);
        }
        switch (request.method()) {
            case "POST" -> {}
            case "OPTIONS" -> {
                response.header("Allow", "POST, OPTIONS");
                response.send(204, "");
                return;
            }
            default -> {
                response.header("Allow", "POST, OPTIONS");
                throw new HttpError(HttpError.METHOD_NOT_ALLOWED, "POST it");
            }
        }
        HttpQuery query = new HttpQuery(request, response, settings.bufferSize());
        if (request.waits()) {
            wire.write(ByteBuffer.wrap("HTTP/1.1 100 Continue\r\n\r\n".getBytes(UTF_8)));
        }
        byte[] body = request.readBody(settings.messageSizeMax());
        clients.checkRoom();
        Activity own = new Activity(processId, user, peer.name(), clients.counters());
        activity = own;
        RequestSession opened = new RequestSession(settings, own);
        try {
            begin(opened);
            query.run(opened, body);
        } finally {
            leave();
            opened.close();
            String application = request.header("user-agent");
            own.end(
                    'I',
                    application == null ? "" : application,
                    request.byteCount(),
                    response.byteCount());
        }
    }

    /** Nothing comes behind a request but the client's end. */
    private void watch() {
        ByteBuffer ignored = ByteBuffer.allocate(64);
        try {
            while (channel.read(ignored.clear()) >= 0) {}
        } catch (IOException e) {
            // It is closed, by us or by the network.
            cancel();
            return;
        }
        cancel();
    }

    private void begin(RequestSession opened) {
        lock.lock();
        try {
            if (isEnding) {
                throw new HttpError(HttpError.UNAVAILABLE, "the server ends");
            }
            session = opened;
        } finally {
            lock.unlock();
        }
        Thread.ofVirtual().name("sqlvm-http-watcher").start(this::watch);
    }

    private void leave() {
        lock.lock();
        try {
            session = null;
        } finally {
            lock.unlock();
        }
    }

    private void log(String line) {
        settings.log().accept("request " + processId + ": " + line);
    }

    private static String trace(Throwable error) {
        StringWriter text = new StringWriter();
        error.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    @Override
    public void cancel() {
        lock.lock();
        try {
            if (session != null) {
                session.cancel();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void end() {
        lock.lock();
        try {
            isEnding = true;
            if (session == null) {
                channel.shutdownInput();
            }
        } catch (IOException e) {
            log(e.getMessage());
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void checkTime(long now) {
        if (settings.isSendTimeOver(timed.writingTime(now))) {
            log("takes nothing of its answer, and is ended");
            kill();
        }
    }

    @Override
    public void kill() {
        try {
            channel.close();
        } catch (IOException e) {
            log(e.getMessage());
        }
    }

    @Override
    public void join(long millis) throws InterruptedException {
        thread.join(Math.max(1, millis));
    }
}
