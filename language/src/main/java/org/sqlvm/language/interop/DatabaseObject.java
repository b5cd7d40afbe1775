package org.sqlvm.language.interop;

import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedTypeException;

import org.sqlvm.language.database.OpenDatabase;
import org.sqlvm.language.host.HostDatabase;
import org.sqlvm.language.values.GuestValues;
import org.sqlvm.language.values.NullObject;

import java.util.List;

/**
 * An open database. Members: {@code execute(sql, parameters…)}, which runs a script and gives its
 * last result; {@code prepare(sql)}, an executable statement; {@code path}; {@code inTransaction},
 * {@code isReading} (in a transaction that does not write), {@code totalChanges} and
 * {@code lastInsertRowid}; {@code createFunction}, {@code createAggregate},
 * {@code createWindowFunction}, {@code createCollation} and {@code createTable}, see
 * {@link CallbackMethods}; {@code prepareFirst}, {@code limit}, {@code serialize} and others, see
 * {@link DatabaseMethods}; {@code host}, the same database for Java
 * ({@link org.sqlvm.api.Database}, by {@code asHostObject()}); {@code close()}.
 */
final class DatabaseObject extends Members {
    private static final List<String> NAMES = List.of(
            "execute",
            "prepare",
            "path",
            "inTransaction",
            "isReading",
            "totalChanges",
            "lastInsertRowid",
            "createFunction",
            "createAggregate",
            "createWindowFunction",
            "createCollation",
            "createRtreeQuery",
            "setGeoPackage",
            "createTokenizer",
            "createAuxiliaryFunction",
            "createTable",
            "createModule",
            "dropModules",
            "overloadFunction",
            "prepareFirst",
            "limit",
            "serialize",
            "deserialize",
            "openBlob",
            "backup",
            "insertAll",
            "insertion",
            "columns",
            "setDefensive",
            "host",
            "close");

    private final OpenDatabase database;
    private HostDatabase host;

    DatabaseObject(OpenDatabase database) {
        this.database = database;
    }

    OpenDatabase database() {
        return database;
    }

    @Override
    List<String> memberNames() {
        return NAMES;
    }

    @Override
    Object member(String name) {
        return switch (name) {
            case "execute" -> new Method(name, 1, Method.alone(database, this::execute));
            case "prepare" ->
                new Method(
                        name,
                        1,
                        Method.alone(
                                database,
                                arguments -> new StatementObject(
                                        database, database.prepare(text(arguments[0])))));
            case "path" -> GuestValues.toString(database.path());
            case "inTransaction" -> !database.connection().isAutocommit();
            case "isReading" -> database.connection().isReading();
            case "totalChanges" -> database.connection().totalChanges();
            case "lastInsertRowid" -> database.connection().lastInsertRowid();
            case "setDefensive" ->
                new Method(name, 1, Method.alone(database, arguments -> {
                    database.connection().setDefensive(truth(arguments[0]));
                    return NullObject.NULL;
                }));
            case "host" -> database.env().asGuestValue(host());
            case "close" ->
                new Method(name, 0, Method.alone(database, _ -> {
                    database.close();
                    return NullObject.NULL;
                }));
            default -> {
                Method method = DatabaseMethods.of(name, database);
                yield method == null ? CallbackMethods.of(name, database) : method;
            }
        };
    }

    /** Returns the same database for Java. */
    HostDatabase host() {
        if (host == null) {
            host = new HostDatabase(database);
        }
        return host;
    }

    private Object execute(Object[] arguments) throws UnsupportedTypeException {
        Object[] values = new Object[arguments.length - 1];
        for (int i = 0; i < values.length; i++) {
            values[i] = GuestValues.toSql(arguments[i + 1]);
        }
        return Script.run(database, text(arguments[0]), values);
    }

    static boolean truth(Object value) throws UnsupportedTypeException {
        try {
            return InteropLibrary.getUncached().asBoolean(value);
        } catch (com.oracle.truffle.api.interop.UnsupportedMessageException _) {
            throw UnsupportedTypeException.create(new Object[] {value}, "a boolean is expected");
        }
    }

    static String text(Object value) throws UnsupportedTypeException {
        try {
            return InteropLibrary.getUncached().asString(value);
        } catch (com.oracle.truffle.api.interop.UnsupportedMessageException _) {
            throw UnsupportedTypeException.create(new Object[] {value}, "a string is expected");
        }
    }

    @Override
    String display() {
        return database.toString();
    }
}
