package org.sqlvm.engine.virtual.tokens;

import org.sqlvm.engine.error.SqlException;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The tokenizers of a connection by their names: SQLite's, and those of the program. */
public final class Tokenizers {
    private static final String DEFAULT = "unicode61";

    private final Map<String, TokenizerFactory> factories = new ConcurrentHashMap<>();

    public Tokenizers() {
        add(DEFAULT, UnicodeTokenizer::create);
        add("ascii", AsciiTokenizer::create);
        add("trigram", TrigramTokenizer::create);
        add("porter", this::porter);
    }

    /** Adds tokenizers, instead of those that have had the name, in any case of letters. */
    public void add(String name, TokenizerFactory factory) {
        factories.put(name.toLowerCase(Locale.ROOT), factory);
    }

    /**
     * Makes a tokenizer.
     *
     * @param words its name and its arguments; without any, it is unicode61
     * @throws SqlException if there is none of the name, or it does not know an argument
     */
    public Tokenizer create(List<String> words) {
        String name = words.isEmpty() ? DEFAULT : words.getFirst();
        TokenizerFactory factory = factories.get(name.toLowerCase(Locale.ROOT));
        if (factory == null) {
            throw SqlException.error("no such tokenizer: " + name);
        }
        return factory.create(words.isEmpty() ? words : words.subList(1, words.size()));
    }

    private Tokenizer porter(List<String> arguments) {
        try {
            return new PorterTokenizer(create(arguments));
        } catch (SqlException e) {
            throw badArgument();
        }
    }

    /** The error of a tokenizer that does not know an argument. */
    static SqlException badArgument() {
        return SqlException.error("error in tokenizer constructor");
    }
}
