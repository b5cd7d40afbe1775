package org.sqlvm.engine.virtual.rtree;

import org.sqlvm.api.ModuleTable;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.sql.Identifiers;
import org.sqlvm.engine.sql.Lexer;
import org.sqlvm.engine.sql.Parser;
import org.sqlvm.engine.sql.Token;
import org.sqlvm.engine.virtual.module.EngineModule;
import org.sqlvm.engine.virtual.module.ModuleCall;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * {@code USING rtree(id, x0, x1, …, +auxiliary, …)}, and {@code rtree_i32} with integers for
 * coordinates.
 *
 * @param integers whether coordinates are integers
 */
public record RtreeModule(boolean integers) implements EngineModule {
    private static final int COLUMNS_MIN = 3;
    private static final int COLUMNS_MAX = 100;

    private static final Set<String> SHADOWS = Set.of("node", "parent", "rowid");

    @Override
    public boolean isShadow(String suffix) {
        return isShadowSuffix(suffix);
    }

    static boolean isShadowSuffix(String suffix) {
        return SHADOWS.contains(suffix.toLowerCase(Locale.ROOT));
    }

    @Override
    public ModuleTable connect(ModuleCall call) {
        return make(call, false);
    }

    @Override
    public ModuleTable create(ModuleCall call) {
        return make(call, true);
    }

    private ModuleTable make(ModuleCall call, boolean creates) {
        List<String> arguments = call.arguments();
        if (arguments.size() < COLUMNS_MIN) {
            throw tooFew();
        }
        if (arguments.size() > COLUMNS_MAX) {
            throw tooMany();
        }
        List<String> columns = new ArrayList<>();
        StringBuilder declaration = new StringBuilder("CREATE TABLE x(");
        int coordinates = 0;
        int auxiliary = 0;
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            boolean extra = i > 0 && argument.startsWith("+");
            String column = firstToken(extra ? argument.substring(1) : argument);
            declaration.append(i == 0 ? "" : ",").append(column);
            columns.add(Identifiers.unquoted(column));
            if (i == 0) {
                declaration.append(" INT");
            } else if (extra) {
                auxiliary++;
            } else if (auxiliary > 0) {
                throw SqlException.error("Auxiliary rtree columns must be last");
            } else {
                coordinates++;
                declaration.append(integers ? " INT" : " REAL");
            }
        }
        String declared = declaration.append(");").toString();
        Parser.parseSchemaSql(declared); // Its errors come first.
        if (coordinates < 2) {
            throw tooFew();
        }
        if (coordinates > 2 * RtreeLayout.DIMENSIONS_MAX) {
            throw tooMany();
        }
        if (coordinates % 2 != 0) {
            throw SqlException.error("Wrong number of columns for an rtree table");
        }
        RtreeDefinition definition = RtreeDefinition.of(call, declared, columns);
        RtreeLayout layout =
                layout(call, definition, coordinates / 2, integers, auxiliary, creates);
        return new BoxTable(call.host(), definition, layout, definition.rows(call.host()));
    }

    /** The layout of a tree, which is created if it is new. */
    static RtreeLayout layout(
            ModuleCall call,
            RtreeDefinition definition,
            int dimensions,
            boolean integers,
            int auxiliary,
            boolean creates) {
        int pageSize = call.host().database(call.database()).pageSize();
        RtreeLayout layout = RtreeLayout.of(dimensions, integers, auxiliary, pageSize);
        if (!creates) {
            return layout.withNodeSize(definition.storedNodeSize(call.host()));
        }
        definition.create(call.host(), layout);
        return layout;
    }

    /** As in SQLite, what stands behind the name of a column means nothing. */
    private static String firstToken(String argument) {
        Token token = new Lexer(argument, 0).piece();
        return token == null ? "" : argument.substring(0, token.end());
    }

    private static SqlException tooFew() {
        return SqlException.error("Too few columns for an rtree table");
    }

    private static SqlException tooMany() {
        return SqlException.error("Too many columns for an rtree table");
    }
}
