package org.sqlvm.server.session;

import java.util.concurrent.atomic.LongAdder;

/**
 * The counters of a server since its start.
 *
 * @param sessions the number of clients that have logged in
 * @param refused the number of connections that were refused because there were too many
 * @param statements the number of statements that were begun
 * @param errors the number of errors that were sent to clients
 * @param received the number of bytes received
 * @param sent the number of bytes sent
 */
public record Counters(
        LongAdder sessions,
        LongAdder refused,
        LongAdder statements,
        LongAdder errors,
        LongAdder received,
        LongAdder sent) {
    Counters() {
        this(
                new LongAdder(),
                new LongAdder(),
                new LongAdder(),
                new LongAdder(),
                new LongAdder(),
                new LongAdder());
    }

    /**
     * In the text format of OpenMetrics.
     *
     * @param connected clients at the moment
     */
    String metrics(int connected) {
        StringBuilder text = new StringBuilder();
        text.append("# TYPE sqlvm_connections gauge\n# HELP sqlvm_connections Clients that are"
                + " connected.\nsqlvm_connections ");
        text.append(connected).append('\n');
        add(text, "sqlvm_sessions", "Clients that have logged in.", sessions);
        add(text, "sqlvm_refused_connections", "Connections that were too many.", refused);
        add(text, "sqlvm_statements", "Statements that were begun.", statements);
        add(text, "sqlvm_errors", "Errors that clients were told of.", errors);
        add(text, "sqlvm_received_bytes", "Bytes of messages from clients.", received);
        add(text, "sqlvm_sent_bytes", "Bytes of messages to clients.", sent);
        return text.append("# EOF\n").toString();
    }

    private static void add(StringBuilder text, String name, String help, LongAdder count) {
        text.append("# TYPE ").append(name).append(" counter\n# HELP ");
        text.append(name).append(' ').append(help).append('\n');
        text.append(name).append("_total ").append(count.sum()).append('\n');
    }
}
