package org.sqlvm.engine.virtual.fts5;

import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.row.function.LocaleText;
import org.sqlvm.engine.virtual.tokens.TokenSink;
import org.sqlvm.engine.virtual.tokens.Tokenizer;
import org.sqlvm.engine.virtual.tokens.Tokenizers;

import java.util.List;

/**
 * The tokenizer of a full-text table. It is made when it is first needed: a table whose tokenizer
 * this connection does not have can be dropped.
 */
final class TableTokenizer {
    private static final String TRIGRAM = "trigram";

    private final Tokenizers tokenizers;
    private final List<String> words;
    private Tokenizer tokenizer;

    /** @param words as in {@link TableConfig#tokenizer} */
    TableTokenizer(Tokenizers tokenizers, List<String> words) {
        this.tokenizers = tokenizers;
        this.words = words == null ? List.of() : words;
    }

    Tokenizer get() {
        if (tokenizer == null) {
            tokenizer = tokenizers.create(words);
        }
        return tokenizer;
    }

    /** The patterns that it makes usable; those of a tokenizer of the program are not asked for. */
    Planning.Patterns patterns() {
        boolean known = !words.isEmpty() && words.get(0).equalsIgnoreCase(TRIGRAM);
        return !known
                ? Planning.Patterns.NONE
                : switch (get().pattern()) {
                    case NONE -> Planning.Patterns.NONE;
                    case GLOB -> Planning.Patterns.GLOB;
                    case LIKE -> Planning.Patterns.LIKE_AND_GLOB;
                };
    }

    /** @param reason as in {@link Tokenizer} */
    void tokenize(int reason, LocaleText value, TokenSink sink) {
        Text text = Storage.textOf(value.text());
        if (text != null) {
            byte[] locale = value.locale() == null ? null : value.locale().toArray();
            get().tokenize(text.array, text.offset, text.length, reason, locale, sink);
        }
    }
}
