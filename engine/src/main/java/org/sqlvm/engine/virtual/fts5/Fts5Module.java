package org.sqlvm.engine.virtual.fts5;

import org.sqlvm.api.ModuleTable;
import org.sqlvm.api.search.AuxiliaryFunction;
import org.sqlvm.api.search.TokenizerFactory;
import org.sqlvm.engine.virtual.module.EngineModule;
import org.sqlvm.engine.virtual.module.ModuleCall;
import org.sqlvm.engine.virtual.module.ModuleHost;
import org.sqlvm.engine.virtual.tokens.UserTokenizer;

import java.util.Locale;
import java.util.Set;

/** {@code USING fts5(…)}: full-text search (sqlite.org/fts5.html). */
public final class Fts5Module implements EngineModule {
    private static final Set<String> SHADOWS =
            Set.of("config", "content", "data", "docsize", "idx");

    @Override
    public ModuleTable connect(ModuleCall call) {
        return Fts5Table.open(call, false);
    }

    @Override
    public ModuleTable create(ModuleCall call) {
        return Fts5Table.open(call, true);
    }

    @Override
    public boolean isShadow(String suffix) {
        return SHADOWS.contains(suffix.toLowerCase(Locale.ROOT));
    }

    /** Adds a tokenizer of the program for the tables of a connection. */
    public static void addTokenizer(ModuleHost host, String name, TokenizerFactory factory) {
        Extensions.of(host).tokenizers().add(name, UserTokenizer.factory(factory));
    }

    /** Adds an auxiliary function of the program for the tables of a connection. */
    public static void addFunction(ModuleHost host, String name, AuxiliaryFunction function) {
        Extensions.of(host).functions().add(name, function);
    }
}
