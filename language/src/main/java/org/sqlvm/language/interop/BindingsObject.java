package org.sqlvm.language.interop;

import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.interop.UnsupportedTypeException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;

import org.sqlvm.api.text.SqlText;
import org.sqlvm.engine.advice.Door;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.language.callbacks.result.CallbackFailures;
import org.sqlvm.language.database.OpenDatabase;
import org.sqlvm.language.database.OpenDatabases;
import org.sqlvm.language.statement.PreparedStatement;
import org.sqlvm.language.values.NullObject;

import java.util.ArrayList;
import java.util.List;

/**
 * The object that {@code getBindings("sqlvm")} returns: {@code open(path [, readOnly [,
 * storedFunctions [, storedFunctionsAccess]]])} for a database (the functions stored in which run,
 * and may do what the context may, if the last two are true, or the context's options of these
 * names; a module of ours gives the name of its {@link Door} behind them), {@code database}, the
 * one of the context's options, and its tables by name, each as the rows of {@code SELECT *}.
 * {@code onCallbackFailure(function)} names a function that is told when a callback of another
 * language fails, see {@link CallbackFailures}; {@code isComplete(sql)} is sqlite3_complete.
 */
@ExportLibrary(InteropLibrary.class)
public final class BindingsObject extends Members implements TruffleObject {
    private static final String OPEN = "open";
    private static final String DATABASE = "database";
    private static final String ON_FAILURE = "onCallbackFailure";
    private static final String COMPLETE = "isComplete";

    private final OpenDatabases databases;
    /** The database of the options; null before its first use. */
    private DatabaseObject main;

    public BindingsObject(OpenDatabases databases) {
        this.databases = databases;
    }

    /** Returns the same object as long as that database is open. */
    private DatabaseObject main() {
        OpenDatabase database = databases.main();
        if (main == null || main.database() != database) {
            main = new DatabaseObject(database);
        }
        return main;
    }

    @ExportMessage
    boolean isScope() {
        return true;
    }

    @Override
    List<String> memberNames() {
        List<String> names = new ArrayList<>(List.of(OPEN, DATABASE, ON_FAILURE, COMPLETE));
        try {
            for (Table table : schema().tables()) {
                names.add(table.name());
            }
        } catch (SqlException _) {
            // A caller that uses this database gets the error; other databases can be opened.
        }
        return names;
    }

    private Schema schema() {
        return databases.main().connection().schema();
    }

    @Override
    Object member(String name) {
        return switch (name) {
            case OPEN -> new Method(OPEN, 1, this::open);
            case DATABASE -> main();
            case ON_FAILURE ->
                new Method(name, 1, arguments -> {
                    databases.failures().setListener(arguments[0]);
                    return NullObject.NULL;
                });
            case COMPLETE ->
                new Method(
                        name,
                        1,
                        arguments -> SqlText.isComplete(DatabaseObject.text(arguments[0])));
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
            Object third = arguments.length > 2 ? arguments[2] : false;
            boolean tellsStored = interop.isBoolean(third);
            boolean access = arguments.length > 3 && interop.asBoolean(arguments[3]);
            String name = interop.asString(arguments[0]);
            OpenDatabases.Stored stored =
                    new OpenDatabases.Stored(tellsStored && interop.asBoolean(third), access);
            Door door = arguments.length > 4
                    ? Door.valueOf(interop.asString(arguments[4]))
                    : Door.current();
            DatabaseObject database =
                    new DatabaseObject(door.open(() -> databases.open(name, readOnly, stored)));
            if (!tellsStored && databases.env().asHostObject(third) instanceof Runnable action) {
                database.host().onClose(action);
            }
            return database;
        } catch (UnsupportedMessageException _) {
            throw UnsupportedTypeException.create(
                    arguments,
                    "open(path [, readOnly [, storedFunctions [, storedFunctionsAccess]]])");
        }
    }

    private Object rows(Table table) {
        String sql = "SELECT * FROM " + SqlText.quoted(table.name());
        PreparedStatement statement = databases.main().prepare(sql);
        return StatementObject.run(statement, statement.noParameters());
    }

    @Override
    String display() {
        return "sqlvm";
    }
}
