package org.sqlvm.api.search;

import java.util.List;

/** Makes the tokenizers of a name, for {@code CREATE VIRTUAL TABLE t USING fts5(…, tokenize)}. */
@FunctionalInterface
public interface TokenizerFactory {
    /**
     * Makes a tokenizer for a table.
     *
     * @param arguments the words behind the tokenizer's name
     * @throws IllegalArgumentException if they are not understood
     */
    Tokenizer create(List<String> arguments);
}
