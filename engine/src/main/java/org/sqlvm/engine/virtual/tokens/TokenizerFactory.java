package org.sqlvm.engine.virtual.tokens;

import java.util.List;

/** Makes the tokenizers of a name. */
@FunctionalInterface
public interface TokenizerFactory {
    /**
     * Makes a tokenizer.
     *
     * @param arguments the words that follow the tokenizer's name
     * @throws org.sqlvm.engine.error.SqlException if it does not know an argument
     */
    Tokenizer create(List<String> arguments);
}
