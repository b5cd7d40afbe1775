package org.sqlvm.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.sqlvm.api.Database;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.message.MessageWriter;
import org.sqlvm.server.net.Peer;
import org.sqlvm.server.net.TimedChannel;
import org.sqlvm.server.net.WatchedChannel;
import org.sqlvm.server.net.Wire;
import org.sqlvm.server.page.HttpPage;
import org.sqlvm.server.page.HttpPages;
import org.sqlvm.server.request.RequestSession;
import org.sqlvm.server.session.Activity;
import org.sqlvm.server.session.Clients;
import org.sqlvm.server.session.ConnectedClient;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A client of HTTP: requests one after the other, each of which is a session for as long as it is
 * answered. If the client goes away, what runs for it ends.
 */
final class HttpClient extends ConnectedClient {
    private static final String PATH = "/query";
    private static final String METHODS = "GET, POST, DELETE, OPTIONS";
    /** The path of a session, by its number. */
    private static final Pattern ONE = Pattern.compile(PATH + "/(\\d{1,9})");

    private static final String SESSION = "sqlvm-session";
    /** Bytes of a request for a page without the key. */
    private static final int STRANGER_BODY_MAX = 64 << 10;

    /** Bytes of a refused request that are read, so that the client sees the answer. */
    private static final int LINGER_MAX = 1 << 20;

    private static final Duration LINGER_TIME = Duration.ofSeconds(2);

    /** For the body of a page's request that carries the key, and for its answer. */
    private static final Duration PAGE_TIME = Duration.ofMinutes(10);

    private static final byte[] NO_BODY = {};

    private final HttpDoor door;
    private final SocketChannel channel;
    private final WatchedChannel watched;
    private final TimedChannel timed;
    private final Wire wire;
    private final HttpInput in;
    private final HttpAccess access;
    private final Peer peer;
    /** The session of the current request; null if there is none. */
    private volatile RequestSession session;
    /** Whether it has gone while a request was answered. */
    private volatile boolean hasLeft;
    /** Whether a request of it has been answered. */
    private boolean isKnown;
    /** Whether the last request has left a transaction open in a session that is kept. */
    private boolean isLeftOpen;

    HttpClient(Clients clients, HttpDoor door, int processId, SocketChannel channel, Peer peer) {
        super(clients, processId, "sqlvm-http-");
        this.door = door;
        this.channel = channel;
        this.watched = new WatchedChannel(channel);
        this.timed = new TimedChannel(watched);
        this.wire = new Wire(timed);
        this.in = new HttpInput(wire);
        this.access = HttpAccess.toQueries(settings);
        this.peer = peer;
    }

    @Override
    protected void serve() throws IOException {
        if (settings.access().tls() != null) {
            wire.encrypt(settings.access().tls());
        }
        boolean goesOn = true;
        while (goesOn && becomeIdle() && in.await()) {
            clients.expect(this, settings.times().login());
            goesOn = serveRequest();
            clients.expect(this, settings.times().login());
        }
    }

    /** Whether another request may follow. */
    private boolean serveRequest() throws IOException {
        HttpRequest request;
        try {
            request = HttpRequest.read(in);
        } catch (HttpError error) {
            HttpResponse early = new HttpResponse(wire, true);
            early.last();
            send(early, error);
            linger();
            return false;
        }
        if (request == null) {
            return false;
        }
        HttpResponse response = new HttpResponse(wire, !request.isOld());
        try {
            serve(request, response);
        } finally {
            clients.counters().sent().add(response.byteCount());
        }
        if (!response.isWhole()) {
            breakOff(request);
            return false;
        }
        if (response.isLast()) {
            linger();
        }
        return !response.isLast();
    }

    private void serve(HttpRequest request, HttpResponse response) throws IOException {
        if (request.method().equals("HEAD")) {
            response.headOnly();
        }
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
            logTrace(e);
            error = new HttpError(HttpError.SERVER_ERROR, e.toString());
        }
        if (error.status() == HttpError.UNAUTHORIZED && request.header("authorization") != null) {
            log("password authentication failed, from " + peer.name());
        }
        if (!response.isBegun()) {
            announceEnd(request, response);
            send(response, error);
        }
    }

    /** Says so if no other request can follow. */
    private void announceEnd(HttpRequest request, HttpResponse response) {
        if (!request.mayBeFollowed() || isEnding() || !clients.haveRoom()) {
            response.last();
        }
    }

    private static void send(HttpResponse response, HttpError error) throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        MessageWriter out = MessageWriter.plain(Channels.newChannel(text));
        JsonText json = new JsonText(out);
        json.raw("{\"error\":");
        error.write(json);
        json.raw("}\n");
        out.flush();
        response.send(error.status(), text.toString(UTF_8));
    }

    /** Reads what the client still sends: otherwise the answer might get lost on its way. */
    private void linger() throws IOException {
        if (isEnding()) {
            return;
        }
        clients.expect(this, LINGER_TIME);
        channel.shutdownOutput();
        ByteBuffer ignored = ByteBuffer.allocate(8 << 10);
        for (long count = 0; count < LINGER_MAX; ) {
            int part = watched.read(ignored.clear());
            if (part < 0) {
                return;
            }
            count += part;
        }
    }

    /** A client that knows no chunks takes the end of the connection for that of the answer. */
    private void breakOff(HttpRequest request) throws IOException {
        if (request.isOld()) {
            // It is reset, and not closed.
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        }
    }

    private void answer(HttpRequest request, HttpResponse response) throws IOException {
        String path = request.path();
        Matcher one = ONE.matcher(path);
        boolean isOwn = path.equals(PATH) || one.matches();
        if (door.pages() != null && !isOwn && path.startsWith("/")) {
            answerPage(request, response);
            return;
        }
        String user = access.check(request, response);
        boolean asksOptions = request.method().equals("OPTIONS");
        if (!isOwn && !(asksOptions && path.equals("*"))) {
            throw new HttpError(HttpError.NOT_FOUND, "there is " + PATH);
        }
        if (asksOptions) {
            response.header("Allow", METHODS);
            request.readBody(settings.limits().messageSizeMax());
            announceEnd(request, response);
            response.send(204, "");
            return;
        }
        String name = request.header(SESSION);
        boolean reads = request.method().equals("GET") || request.method().equals("HEAD");
        if (one.matches() || reads) {
            answerSessions(request, response, one.matches() ? one.group(1) : null, user);
            return;
        }
        if (name != null && request.method().equals("DELETE")) {
            announceEnd(request, response);
            door.named().end(user, name);
            response.send(204, "");
            return;
        }
        if (!request.method().equals("POST")) {
            response.header("Allow", METHODS);
            throw new HttpError(HttpError.METHOD_NOT_ALLOWED, "POST it");
        }
        HttpQuery query =
                new HttpQuery(request, response, name != null, settings.limits().bufferSize());
        if (request.waits()) {
            wire.write(ByteBuffer.wrap("HTTP/1.1 100 Continue\r\n\r\n".getBytes(UTF_8)));
        }
        byte[] body = request.readBody(settings.limits().messageSizeMax());
        announceEnd(request, response);
        clients.checkRoom();
        run(query, body, request, user);
        query.finish();
    }

    /** @param id the number of the session that is asked for; null for none */
    private void answerSessions(HttpRequest request, HttpResponse response, String id, String user)
            throws IOException {
        HttpSessions sessions = new HttpSessions(clients, door.named(), user);
        String name = request.header(SESSION);
        switch (request.method()) {
            case "GET", "HEAD" -> {
                String text = id != null
                        ? sessions.one(Integer.parseInt(id))
                        : name != null ? sessions.one(name) : sessions.all();
                announceEnd(request, response);
                response.header("Cache-Control", "no-store");
                response.send(200, text);
            }
            case "DELETE" -> {
                sessions.cancel(Integer.parseInt(id));
                announceEnd(request, response);
                response.send(204, "");
            }
            default -> {
                response.header("Allow", "GET, DELETE, OPTIONS");
                throw new HttpError(HttpError.METHOD_NOT_ALLOWED, "GET or DELETE it");
            }
        }
    }

    private void answerPage(HttpRequest request, HttpResponse response) throws IOException {
        access.checkSource(request, response);
        boolean hasKey = access.isKnown(request, response);
        if (hasKey) {
            clients.expect(this, PAGE_TIME);
        }
        HttpPage page;
        try (HttpPages.Upload upload = door.pages().upload(page(request, hasKey, NO_BODY))) {
            if (upload != null) {
                request.readBody(upload.output(), upload.sizeMax());
                page = upload.answer();
            } else {
                int sizeMax = hasKey ? settings.limits().messageSizeMax() : STRANGER_BODY_MAX;
                byte[] body = request.readBody(sizeMax);
                page = door.pages().answer(page(request, hasKey, body));
            }
        }
        announceEnd(request, response);
        if (page == null) {
            throw new HttpError(HttpError.NOT_FOUND, "there is no such page");
        }
        response.header("Content-Type", page.type());
        page.headers().forEach(response::header);
        response.send(page.status(), page.content());
    }

    private static HttpPages.Request page(HttpRequest request, boolean hasKey, byte[] body) {
        return new HttpPages.Request(
                request.method(), request.path(), request::header, hasKey, body);
    }

    /**
     * Runs a request in a session, which has ended before the client sees the end of its answer.
     */
    private void run(HttpQuery query, byte[] body, HttpRequest request, String user) {
        isKnown = true;
        Activity own = new Activity(processId(), user, peer.name(), clients.counters());
        act(own);
        boolean hasFailed = true;
        Owner owner = new Owner(user, request.header(SESSION));
        try {
            run(query, body, owner, own);
            hasFailed = false;
        } finally {
            if (hasFailed) {
                own.fail();
            }
            String application = request.header("user-agent");
            own.end(
                    isLeftOpen ? 'T' : 'I',
                    application == null ? "" : application,
                    request.byteCount(),
                    0);
            act(null);
        }
    }

    /** @param session the name of a session of the user; null for one of the request alone */
    private record Owner(String user, String session) {}

    private RequestSession take(Owner owner) {
        return owner.session() == null
                ? door.resting().take(owner.user())
                : door.named().take(owner.user(), owner.session());
    }

    private void give(Owner owner, RequestSession taken) {
        if (owner.session() == null) {
            door.resting().give(owner.user(), taken);
        } else {
            door.named().give(owner.user(), owner.session());
        }
    }

    private void run(HttpQuery query, byte[] body, Owner owner, Activity own) {
        RequestSession taken = take(owner);
        try {
            taken.begin(own);
            session = taken;
            if (!becomeBusy()) {
                throw new HttpError(HttpError.UNAVAILABLE, "the server ends");
            }
            watched.watch(this::leave);
            query.run(taken, body);
        } finally {
            isLeftOpen = owner.session() != null && taken.isInTransaction();
            becomeIdle();
            watched.unwatch();
            session = null;
            give(owner, taken);
        }
    }

    private void leave() {
        hasLeft = true;
        cancel();
    }

    @Override
    protected void isGone(Exception e) {
        if (isKnown) {
            super.isGone(e);
        }
    }

    @Override
    public Database database() {
        RequestSession own = session;
        return own == null ? null : own.database();
    }

    @Override
    protected void cancelRequest() {
        session.cancel();
    }

    @Override
    protected void stopReading() throws IOException {
        channel.shutdownInput();
    }

    @Override
    protected long sendingTime(long now) {
        return timed.writingTime(now);
    }

    @Override
    public void checkTime(long now) {
        super.checkTime(now);
        if (hasLeft) {
            // The statement that was to end may not have begun yet.
            cancel();
        }
    }

    @Override
    public void kill() {
        try {
            channel.close();
        } catch (IOException e) {
            log(reason(e));
        }
    }
}
