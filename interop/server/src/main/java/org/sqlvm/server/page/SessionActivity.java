package org.sqlvm.server.page;

import java.time.Instant;

/**
 * The activity of a session of a server.
 *
 * @param id the number by which the log names it
 * @param application the name of the client's program, as it has said
 * @param address where the client comes from
 * @param begun when the session began
 * @param statementBegun when its last statement began; null if there was none
 * @param state in the words of PostgreSQL's pg_stat_activity: idle, active, idle in transaction
 * @param statement the text of its last statement; empty if there was none
 */
public record SessionActivity(
        int id,
        String user,
        String application,
        String address,
        Instant begun,
        Instant statementBegun,
        String state,
        String statement) {}
