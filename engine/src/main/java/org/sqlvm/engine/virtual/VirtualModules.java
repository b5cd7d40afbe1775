package org.sqlvm.engine.virtual;

import org.sqlvm.api.TableModule;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.row.function.Registered;
import org.sqlvm.engine.virtual.fts3.FullTextModule;
import org.sqlvm.engine.virtual.fts3.TermsModule;
import org.sqlvm.engine.virtual.fts3.TokenizeModule;
import org.sqlvm.engine.virtual.fts5.Fts5Module;
import org.sqlvm.engine.virtual.fts5.VocabModule;
import org.sqlvm.engine.virtual.many.ManyModule;
import org.sqlvm.engine.virtual.module.ModuleHost;
import org.sqlvm.engine.virtual.rtree.GeopolyModule;
import org.sqlvm.engine.virtual.rtree.RtreeCheck;
import org.sqlvm.engine.virtual.rtree.RtreeModule;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The modules that virtual tables can be made with, by name. */
public final class VirtualModules {
    private static final Map<String, TableModule> BUILT_IN = new TreeMap<>(Map.ofEntries(
            Map.entry("csv", new CsvModule()),
            Map.entry("dbstat", new DbstatModule()),
            Map.entry("fts3", FullTextModule.fts3()),
            Map.entry("fts3tokenize", new TokenizeModule()),
            Map.entry("fts4", FullTextModule.fts4()),
            Map.entry("fts4aux", new TermsModule()),
            Map.entry("fts5", new Fts5Module()),
            Map.entry("fts5vocab", new VocabModule()),
            Map.entry("geopoly", new GeopolyModule()),
            Map.entry("rtree", new RtreeModule(false)),
            Map.entry("rtree_i32", new RtreeModule(true))));

    private static final TableModule MANY = new ManyModule();

    private VirtualModules() {}

    /** Calls a function of one of them, with values as in registers. */
    static Object call(ModuleHost host, String function, Object[] arguments) {
        return switch (function) {
            case "rtreecheck" -> Text.of(RtreeCheck.call(host, arguments));
            default -> throw new AssertionError(function);
        };
    }

    /**
     * The module called {@code name} in any case, or null. What the connection's user has
     * registered comes first.
     */
    static TableModule find(String name, Registered registered) {
        TableModule own = registered.module(name);
        if (own != null) {
            return own;
        }
        if (!registered.keepsModule(name)) {
            return null;
        }
        TableModule builtIn = BUILT_IN.get(name.toLowerCase(Locale.ROOT));
        if (builtIn != null) {
            return builtIn;
        }
        return name.equalsIgnoreCase(ManyModule.NAME) ? MANY : FileModule.find(name);
    }

    /** The names of those that need no registering and are there, sorted. */
    public static List<String> names(Registered registered) {
        return BUILT_IN.keySet().stream().filter(registered::keepsModule).toList();
    }
}
