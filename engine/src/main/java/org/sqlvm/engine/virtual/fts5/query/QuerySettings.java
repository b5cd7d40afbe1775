package org.sqlvm.engine.virtual.fts5.query;

import org.sqlvm.engine.virtual.fts5.index.Detail;
import org.sqlvm.engine.virtual.tokens.Tokenizer;

import java.util.List;

/**
 * The facts of a table that its queries need.
 *
 * @param columns names of the user's columns
 * @param tokenData whether queries ignore what follows a 0 byte in a token
 */
public record QuerySettings(
        List<String> columns, Detail detail, boolean tokenData, Tokenizer tokenizer) {
    public QuerySettings {
        columns = List.copyOf(columns);
    }
}
