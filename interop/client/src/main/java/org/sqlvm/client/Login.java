package org.sqlvm.client;

import org.sqlvm.client.MessageInput.Message;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** The messages up to the first ReadyForQuery. */
final class Login {
    private static final int VERSION = 3 << Short.SIZE;
    private static final String PROTOCOL = "1";

    /** Kinds of authentication. */
    private static final int OK = 0;

    private static final int SASL = 10;
    private static final int SASL_CONTINUE = 11;
    private static final int SASL_FINAL = 12;

    private static final int AUTHORIZATION = 23;

    private final ClientSettings settings;
    private final MessageInput in;
    private final MessageOutput out;
    private final Map<String, String> parameters = new HashMap<>();
    private Scram scram;
    private int processId;
    private int secret;

    Login(ClientSettings settings, MessageInput in, MessageOutput out) {
        this.settings = settings;
        this.in = in;
        this.out = out;
    }

    /** Logs in, and returns the ReadyForQuery with which the session begins. */
    Message run() throws IOException {
        out.beginFirst().writeInt(VERSION);
        out.writeString("user").writeString(settings.user());
        out.writeString("application_name").writeString(settings.application());
        out.writeString("_pq_.sqlvm_protocol").writeString(PROTOCOL);
        out.writeByte(0).end();
        out.flush();
        while (true) {
            Message message = in.next();
            switch (message.kind()) {
                case 'R' -> authenticate(message);
                case 'S' -> parameters.put(message.readString(), message.readString());
                case 'K' -> {
                    processId = message.readInt();
                    secret = message.readInt();
                }
                case 'E' -> throw refused(ServerMessages.error(message, ""));
                case 'Z' -> {
                    checkProtocol();
                    return message;
                }
                default -> {}
            }
        }
    }

    private void authenticate(Message message) throws IOException {
        int kind = message.readInt();
        switch (kind) {
            case OK -> {}
            case SASL -> beginScram(message.readRest());
            case SASL_CONTINUE -> {
                String answer = scram().last(message.readRest());
                out.begin('p').writeText(answer).end();
                out.flush();
            }
            case SASL_FINAL -> scram().check(message.readRest());
            default -> throw new IOException("the server wants a login of kind " + kind);
        }
    }

    private void beginScram(String mechanisms) throws IOException {
        if (!mechanisms.contains(Scram.MECHANISM)) {
            throw new IOException("the server wants a login of kinds " + mechanisms);
        }
        if (settings.password() == null) {
            throw ClientException.lost(
                    "the server at " + settings.place() + " wants a password",
                    AUTHORIZATION,
                    "28000",
                    null);
        }
        scram = new Scram(settings.password());
        byte[] first = ServerMessages.bytes(scram.first());
        out.begin('p').writeString(Scram.MECHANISM).writeInt(first.length).writeBytes(first);
        out.end();
        out.flush();
    }

    private Scram scram() throws IOException {
        if (scram == null) {
            throw new IOException("the server's answer to the login is wrong");
        }
        return scram;
    }

    private static ClientException refused(ClientException error) {
        boolean isLogin = error.sqlState().startsWith("28");
        return ClientException.lost(
                error.getMessage(),
                isLogin ? AUTHORIZATION : ClientException.CANNOT_OPEN,
                error.sqlState(),
                null);
    }

    private void checkProtocol() {
        if (!PROTOCOL.equals(parameters.get("sqlvm_protocol"))) {
            throw ClientException.lost(
                    "the server at " + settings.place() + " is not sqlvm, or too old",
                    ClientException.CANNOT_OPEN,
                    ClientException.NOT_OPENED,
                    null);
        }
    }

    boolean isReadOnly() {
        return "on".equals(parameters.get("read_only"));
    }

    int messageSizeMax() throws IOException {
        try {
            return Integer.parseInt(parameters.getOrDefault("message_size_max", ""));
        } catch (NumberFormatException e) {
            throw new IOException("the server does not say how long a message may be", e);
        }
    }

    int processId() {
        return processId;
    }

    int secret() {
        return secret;
    }
}
