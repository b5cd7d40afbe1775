package org.sqlvm.server.command;

import org.sqlvm.server.sql.SqlTokens;

/** Makes a command of the statements that begin with a word. */
@FunctionalInterface
interface CommandParser {
    /**
     * The command.
     *
     * @param tokens at the first word; is left at the end of the statement
     * @return null if the statement is one for the database, after all
     */
    Command parse(SqlTokens tokens);
}
