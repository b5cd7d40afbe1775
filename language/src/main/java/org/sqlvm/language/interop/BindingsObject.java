package org.sqlvm.language.interop;

import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.interop.UnsupportedTypeException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;

import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.language.runtime.SqlvmContext;

import java.util.ArrayList;
import java.util.List;

/**
 * What {@code getBindings("sqlvm")} gives: {@code open(path [, readOnly])} for a database,
 * {@code database}, the one of the context's options, and its tables by name, each as the rows of
 * {@code SELECT *}.
 */
@ExportLibrary(InteropLibrary.class)
public final class BindingsObject extends Members implements TruffleObject {
    private static final String OPEN = "open";
    private static final String DATABASE = "database";

    private final SqlvmContext context;

    public BindingsObject(SqlvmContext context) {
        this.context = context;
    }

    @ExportMessage
    boolean isScope() {
        return true;
    }

    @Override
    List<String> memberNames() {
        List<String> names = new ArrayList<>(List.of(OPEN, DATABASE));
        for (Table table : schema().tables()) {
            names.add(table.name());
        }
        return names;
    }

    private Schema schema() {
        return context.mainDatabase().connection().schema();
    }

    @Override
    Object member(String name) {
        return switch (name) {
            case OPEN -> new Method(OPEN, 1, this::open);
            case DATABASE -> context.mainDatabase();
            default -> {
                Table table = schema().table(name);
                yield table == null ? null : rows(table);
            }
        };
    }

    private Object open(Object[] arguments) throws UnsupportedTypeException {
        try {
            InteropLibrary interop = InteropLibrary.getUncached();
            boolean readOnly = arguments.length > 1 && interop.asBoolean(arguments[1]);
            DatabaseObject database = context.open(interop.asString(arguments[0]), readOnly);
            if (arguments.length > 2
                    && context.env().asHostObject(arguments[2]) instanceof Runnable action) {
                database.host().onClose(action);
            }
            return database;
        } catch (UnsupportedMessageException _) {
            throw UnsupportedTypeException.create(arguments, "open(path [, readOnly])");
        }
    }

    private Object rows(Table table) {
        String quoted = '"' + table.name().replace("\"", "\"\"") + '"';
        return StatementObject.run(
                context.mainDatabase().prepare("SELECT * FROM " + quoted), new Object[1]);
    }

    @Override
    String display() {
        return "sqlvm";
    }
}
