package org.sqlvm.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.sqlvm.api.Counters;
import org.sqlvm.api.Database;
import org.sqlvm.server.message.MessageWriter;
import org.sqlvm.server.page.SessionActivity;
import org.sqlvm.server.request.RequestSession;
import org.sqlvm.server.session.Activity;
import org.sqlvm.server.session.ClientConnection;
import org.sqlvm.server.session.Clients;

import java.io.ByteArrayOutputStream;
import java.nio.channels.Channels;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * {@code GET /query}: the sessions of the server, whatever protocol they speak. {@code GET
 * /query/7} shows one with the plan, the program and the counters of the statement that runs, and
 * {@code DELETE /query/7} cancels that statement. A user sees the statements of its own sessions,
 * and cancels none but these.
 */
final class HttpSessions {
    private final Clients clients;
    private final NamedSessions named;
    private final String user;

    /** @param user the user who asks */
    HttpSessions(Clients clients, NamedSessions named, String user) {
        this.clients = clients;
        this.named = named;
        this.user = user;
    }

    /** All sessions: those that run a statement, and those that are kept between requests. */
    String all() {
        return written(this::writeAll);
    }

    private void writeAll(JsonText text) {
        String before = "{\"sessions\":[\n";
        for (ClientConnection client : clients.connections()) {
            Activity activity = client.activity();
            if (activity != null) {
                text.raw(before);
                write(text, activity, client.database(), false);
                before = ",\n";
            }
        }
        for (RequestSession session : named.resting()) {
            if (session.activity() != null) {
                text.raw(before);
                write(text, session.activity(), session.database(), false);
                before = ",\n";
            }
        }
        text.raw(before.startsWith("{") ? before : "").raw("]}\n");
    }

    private static String written(Consumer<JsonText> content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        MessageWriter out = MessageWriter.plain(Channels.newChannel(bytes));
        content.accept(new JsonText(out));
        out.flush();
        return bytes.toString(UTF_8);
    }

    /**
     * One session.
     *
     * @throws HttpError if there is no such session, or it is another user's
     */
    String one(int id) {
        ClientConnection client = own(id);
        return one(client.activity(), client.database());
    }

    /**
     * The session of a name.
     *
     * @throws HttpError if there is none
     */
    String one(String name) {
        RequestSession session = named.find(user, name);
        if (session == null || session.activity() == null) {
            throw missing();
        }
        return one(session.activity(), session.database());
    }

    private String one(Activity activity, Database database) {
        return written(text -> {
            write(text, activity, database, true);
            text.raw("\n");
        });
    }

    /** Cancels the statement of a session. */
    void cancel(int id) {
        own(id).cancel();
    }

    private ClientConnection own(int id) {
        ClientConnection client = clients.connection(id);
        Activity activity = client == null ? null : client.activity();
        if (activity == null) {
            throw missing();
        }
        if (!activity.user().equals(user)) {
            throw new HttpError(HttpError.FORBIDDEN, "this is a session of another user");
        }
        return client;
    }

    private static HttpError missing() {
        return new HttpError(HttpError.NOT_FOUND, "there is no such session");
    }

    /** @param database null if the session has none at the moment */
    private void write(JsonText text, Activity activity, Database database, boolean isWhole) {
        SessionActivity session = activity.snapshot();
        text.raw("{\"id\":").integer(session.id());
        text.raw(",\"user\":").string(session.user());
        text.raw(",\"application\":").string(session.application());
        text.raw(",\"address\":").string(session.address());
        text.raw(",\"begun\":").string(session.begun().toString());
        text.raw(",\"state\":").string(session.state());
        long ms = Duration.between(activity.changed(), Instant.now()).toMillis();
        text.raw(",\"ms\":").integer(Math.max(0, ms));
        text.raw(",\"transaction\":");
        if (database == null) {
            text.raw("null");
        } else {
            text.string(database.transactionState().name().toLowerCase(Locale.ROOT));
        }
        text.raw(",\"sql\":");
        text.string(activity.user().equals(user) ? session.statement() : Activity.HIDDEN);
        if (isWhole) {
            Counters counters =
                    database == null || !activity.isActive() ? null : database.progress();
            text.raw(",\"counters\":");
            if (counters == null) {
                text.raw("null");
            } else {
                new CountersText(text).write(counters);
            }
        }
        text.raw("}");
    }
}
