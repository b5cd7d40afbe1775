package org.sqlvm.server.postgres;

import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.error.SqlState;
import org.sqlvm.server.message.MessageReader;
import org.sqlvm.server.message.MessageWriter;
import org.sqlvm.server.message.Messages.Backend;
import org.sqlvm.server.message.Messages.Frontend;
import org.sqlvm.server.settings.ScramVerifier;
import org.sqlvm.server.settings.ServerSettings;

import java.io.IOException;

/** Finds out whether a client may log in. */
final class Authentication {
    private static final int OK = 0;
    private static final int SASL = 10;
    private static final int SASL_CONTINUE = 11;
    private static final int SASL_FINAL = 12;

    private static final int SIZE_MAX = 10_000;

    private final ServerSettings settings;
    private final MessageReader in;
    private final MessageWriter out;

    Authentication(ServerSettings settings, MessageReader in, MessageWriter out) {
        this.settings = settings;
        this.in = in;
        this.out = out;
    }

    /**
     * Lets the client in.
     *
     * @param isOwn whether the client is a process of the same user on this machine
     * @param isLocal whether it has come through a Unix socket
     * @throws ServerError if the client may not come in
     */
    void run(String user, boolean isOwn, boolean isLocal) throws IOException {
        if (!isOwn) {
            if (settings.access().hasPasswords()) {
                scram(user);
            } else if (isLocal) {
                throw ServerError.fatal(
                        SqlState.INVALID_AUTHORIZATION,
                        "Peer authentication failed for user \"" + user + "\"");
            }
        }
        out.begin(Backend.AUTHENTICATION).writeInt(OK).end();
    }

    private void scram(String user) throws IOException {
        ScramVerifier verifier = settings.access().verifier(user);
        out.begin(Backend.AUTHENTICATION).writeInt(SASL);
        out.writeString(ScramExchange.MECHANISM).writeByte(0).end();
        out.flush();
        // Users that there are not get the same questions.
        ScramExchange exchange =
                new ScramExchange(verifier == null ? ScramVerifier.ofNobody() : verifier);
        readResponse();
        String mechanism = in.readString();
        if (!mechanism.equals(ScramExchange.MECHANISM)) {
            throw ServerError.brokenProtocol(
                    "client selected an invalid SASL authentication mechanism");
        }
        String first = in.readText(in.readInt());
        send(SASL_CONTINUE, exchange.first(first));
        out.flush();
        readResponse();
        String answer = exchange.last(in.readText(in.remaining()));
        if (answer == null) {
            throw ServerError.fatal(
                    SqlState.INVALID_PASSWORD,
                    "password authentication failed for user \"" + user + "\"");
        }
        send(SASL_FINAL, answer);
    }

    private void send(int code, String text) {
        out.begin(Backend.AUTHENTICATION).writeInt(code).writeText(text).end();
    }

    private void readResponse() throws IOException {
        int kind = in.next(SIZE_MAX);
        if (kind == MessageReader.END) {
            throw ServerError.brokenProtocol("the client has gone");
        }
        if (kind != Frontend.PASSWORD) {
            throw ServerError.brokenProtocol(
                    "expected SASL response, got message type " + (char) kind);
        }
    }
}
