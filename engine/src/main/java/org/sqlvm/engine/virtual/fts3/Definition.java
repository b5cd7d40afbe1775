package org.sqlvm.engine.virtual.fts3;

import org.sqlvm.engine.schema.DatabaseId;

import java.util.List;

/** A full-text table as its CREATE VIRTUAL TABLE describes it. */
final class Definition {
    DatabaseId database;
    String name;
    boolean isFts4;
    List<String> columns = List.of();
    /** By column, whether it is not indexed. */
    boolean[] unindexed = {};

    Tokenizer tokenizer;
    /** Whether %_docsize keeps the number of tokens of each row. */
    boolean hasDocsize;

    /** Whether docids fall in doclists. */
    boolean descending;
    /** The table or view that has the content; empty for none, null for %_content. */
    String content;

    /** The name of the column with the language; null for none. */
    String languageId;
    /** For each index the length of its prefixes in bytes; 0 for the main one. */
    int[] prefixes = {0};

    String compress;
    String uncompress;

    int columnCount() {
        return columns.size();
    }

    boolean isContentless() {
        return content != null && content.isEmpty();
    }

    String shadow(String suffix) {
        return name + "_" + suffix;
    }
}
