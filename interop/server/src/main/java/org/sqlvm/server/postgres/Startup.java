package org.sqlvm.server.postgres;

import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.error.SqlState;
import org.sqlvm.server.message.MessageReader;
import org.sqlvm.server.message.MessageWriter;
import org.sqlvm.server.message.Messages.Backend;
import org.sqlvm.server.net.Wire;
import org.sqlvm.server.session.Login;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import javax.net.ssl.SSLContext;

/** The first messages of a connection (postgresql.org/docs/current/protocol-flow.html). */
final class Startup {
    /** PostgreSQL's own limit. */
    private static final int SIZE_MAX = 10_000;

    private static final int CANCEL_REQUEST = 80877102;
    private static final int SSL_REQUEST = 80877103;
    private static final int GSSENC_REQUEST = 80877104;

    private static final int MAJOR = 3;
    private static final int VERSION = MAJOR << Short.SIZE;

    /** The request of a client's first message. */
    sealed interface Request {}

    /** A session. */
    record Begin(Login login) implements Request {}

    /** That what another session does ends. */
    record Cancel(int processId, int secret) implements Request {}

    private final Wire wire;
    private final MessageReader in;
    private final MessageWriter out;
    /** Null if connections cannot be encrypted. */
    private final SSLContext tls;

    Startup(Wire wire, MessageReader in, MessageWriter out, SSLContext tls) {
        this.wire = wire;
        this.in = in;
        this.out = out;
        this.tls = tls;
    }

    /** Null if the client has gone. */
    Request read() throws IOException {
        while (in.first(SIZE_MAX)) {
            int code = in.readInt();
            switch (code) {
                case CANCEL_REQUEST -> {
                    return new Cancel(in.readInt(), in.readInt());
                }
                case SSL_REQUEST -> encrypt();
                case GSSENC_REQUEST -> refuse();
                default -> {
                    return new Begin(login(code));
                }
            }
        }
        return null;
    }

    /** The client may go on in plain, unless it is told later that it may not. */
    private void refuse() {
        out.writeByte('N');
        out.flush();
    }

    private void encrypt() throws IOException {
        if (tls == null || wire.isEncrypted()) {
            refuse();
            return;
        }
        if (in.hasMore()) {
            // An attacker between the server and the client could have added these bytes.
            throw ServerError.brokenProtocol("received unencrypted data after SSL request");
        }
        out.writeByte('S');
        out.flush();
        wire.encrypt(tls);
    }

    private Login login(int version) {
        if (version >>> Short.SIZE != MAJOR) {
            throw ServerError.fatal(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "unsupported frontend protocol " + (version >>> Short.SIZE) + "."
                            + (version & 0xffff) + ": server supports 3.0");
        }
        Map<String, String> parameters = new LinkedHashMap<>();
        List<String> unknown = new ArrayList<>();
        while (true) {
            String name = in.readString();
            if (name.isEmpty()) {
                break;
            }
            String value = in.readString();
            if (name.startsWith("_pq_.") && !isKnown(name, value)) {
                unknown.add(name);
            } else {
                parameters.put(name, value);
            }
        }
        in.checkEnd();
        if (version != VERSION || !unknown.isEmpty()) {
            negotiate(unknown);
        }
        Login login = new Login(parameters);
        if (login.user().isEmpty()) {
            throw ServerError.fatal(
                    SqlState.INVALID_AUTHORIZATION,
                    "no PostgreSQL user name specified in startup packet");
        }
        return login;
    }

    /** Whether it is an extension of the protocol that is there. */
    private static boolean isKnown(String name, String value) {
        return switch (name) {
            case Login.NATIVE -> value.matches("[1-9]\\d{0,8}");
            case Login.DIRECTORY -> true;
            default -> false;
        };
    }

    /** The client wants more than there is. */
    private void negotiate(List<String> unknown) {
        out.begin(Backend.NEGOTIATE_PROTOCOL_VERSION).writeInt(VERSION).writeInt(unknown.size());
        unknown.forEach(out::writeString);
        out.end();
    }
}
