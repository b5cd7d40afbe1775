package org.sqlvm.language.interop;

import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.interop.UnsupportedTypeException;

import org.sqlvm.api.Limit;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.db.Backup;
import org.sqlvm.engine.db.BlobHandle;
import org.sqlvm.engine.db.Connection;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.language.database.OpenDatabase;
import org.sqlvm.language.values.BatchView;
import org.sqlvm.language.values.GuestValues;
import org.sqlvm.language.values.NullObject;

import java.util.List;

/**
 * The methods of a database for other languages, beside those that run statements:
 *
 * <ul>
 *   <li>{@code prepareFirst(sql, start)}: the first statement from there on, which knows its end;
 *       null if there is none
 *   <li>{@code limit(number [, value])}, see {@link Limit}: what it was
 *   <li>{@code serialize(schema, language)}: the bytes of a database file
 *   <li>{@code deserialize(schema, buffer)}
 *   <li>{@code openBlob(schema, table, column, rowid, writable, language)}: an object with
 *       {@code length}, {@code read(position, count)}, {@code write(position, buffer)},
 *       {@code close()}
 *   <li>{@code backup(schema, target, schema of the target)}: an object with {@code step(pages)},
 *       {@code remaining}, {@code pageCount}, {@code close()}
 *   <li>{@code insertAll(table, rows [, options])}: how many rows were inserted, see
 *       {@link InsertAll}
 *   <li>{@code columns(language, names, declared types)}: a {@link ColumnsObject}
 *   <li>{@code insertion(table, names, types, schema, conflict)}: an {@link InsertionObject}
 * </ul>
 *
 * <p>Bytes are those of the language, if there is a {@link BatchView} for it. See
 * {@link org.sqlvm.api.Database} for the rest.
 */
final class DatabaseMethods {
    private DatabaseMethods() {}

    /** The method called {@code name}, or null if there is none. */
    static Method of(String name, OpenDatabase database) {
        return switch (name) {
            case "prepareFirst" ->
                method(
                        name,
                        2,
                        database,
                        arguments -> StatementObject.first(
                                database,
                                DatabaseObject.text(arguments[0]),
                                integer(arguments[1])));
            case "limit" -> method(name, 1, database, arguments -> limit(database, arguments));
            case "serialize" ->
                method(name, 2, database, arguments -> {
                    Connection connection = database.connection();
                    int number = connection.databaseNumber(DatabaseObject.text(arguments[0]));
                    return bytes(connection.btree(number).serialize(), arguments[1]);
                });
            case "deserialize" ->
                method(name, 2, database, arguments -> {
                    database.connection()
                            .deserialize(DatabaseObject.text(arguments[0]), buffer(arguments[1]));
                    return NullObject.NULL;
                });
            case "openBlob" ->
                method(name, 6, database, arguments -> new OpenBlob(database, arguments));
            case "backup" ->
                method(name, 3, database, arguments -> new RunningBackup(database, arguments));
            case "insertion" ->
                method(name, 5, database, arguments -> new InsertionObject(database, arguments));
            case "columns" ->
                method(name, 3, database, arguments -> new ColumnsObject(database, arguments));
            case "insertAll" ->
                method(name, 2, database, arguments -> InsertAll.run(database, arguments));
            default -> null;
        };
    }

    private static Method method(String name, int count, OpenDatabase database, Method.Body body) {
        return new Method(name, count, Method.alone(database, body));
    }

    private static Object limit(OpenDatabase database, Object[] arguments)
            throws UnsupportedTypeException {
        int number = integer(arguments[0]);
        if (number < 0 || number >= Limit.values().length) {
            throw new SqlException(ResultCode.RANGE, "no such limit");
        }
        Limit limit = Limit.values()[number];
        return arguments.length == 1
                ? database.connection().limits().get(limit)
                : database.connection().limits().set(limit, integer(arguments[1]));
    }

    private static Object bytes(byte[] bytes, Object language) throws UnsupportedTypeException {
        BatchView view = BatchView.of(DatabaseObject.text(language));
        Blob blob = Blob.of(bytes);
        return view == null ? GuestValues.toGuest(blob) : view.bytes(blob);
    }

    private static byte[] buffer(Object value) throws UnsupportedTypeException {
        if (GuestValues.toSql(value) instanceof Blob blob) {
            byte[] bytes = new byte[blob.length];
            System.arraycopy(blob.array, blob.offset, bytes, 0, bytes.length);
            return bytes;
        }
        throw UnsupportedTypeException.create(new Object[] {value}, "a buffer is expected");
    }

    static int integer(Object value) throws UnsupportedTypeException {
        try {
            return InteropLibrary.getUncached().asInt(value);
        } catch (UnsupportedMessageException _) {
            throw UnsupportedTypeException.create(new Object[] {value}, "an int is expected");
        }
    }

    /** A blob or text that is read and written in place. */
    private static final class OpenBlob extends Members {
        private final OpenDatabase database;
        private final BlobHandle handle;
        private final Object language;

        OpenBlob(OpenDatabase database, Object[] arguments) throws UnsupportedTypeException {
            this.database = database;
            this.language = arguments[5];
            try {
                InteropLibrary interop = InteropLibrary.getUncached();
                handle = database.connection()
                        .openBlob(
                                interop.asString(arguments[0]),
                                interop.asString(arguments[1]),
                                interop.asString(arguments[2]),
                                interop.asLong(arguments[3]),
                                interop.asBoolean(arguments[4]));
            } catch (UnsupportedMessageException _) {
                throw UnsupportedTypeException.create(
                        arguments, "openBlob(schema, table, column, rowid, writable, language)");
            }
        }

        @Override
        List<String> memberNames() {
            return List.of("length", "read", "write", "close");
        }

        @Override
        Object member(String name) {
            return switch (name) {
                case "length" -> handle.length();
                case "read" ->
                    method(name, 2, database, arguments -> {
                        database.connection();
                        byte[] target = new byte[integer(arguments[1])];
                        handle.read(integer(arguments[0]), target, 0, target.length);
                        return bytes(target, language);
                    });
                case "write" ->
                    method(name, 2, database, arguments -> {
                        database.connection();
                        byte[] source = buffer(arguments[1]);
                        handle.write(integer(arguments[0]), source, 0, source.length);
                        return NullObject.NULL;
                    });
                case "close" ->
                    method(name, 0, database, _ -> {
                        if (!database.isClosed()) {
                            handle.close();
                        }
                        return NullObject.NULL;
                    });
                default -> null;
            };
        }

        @Override
        String display() {
            return "blob of " + handle.length() + " bytes";
        }
    }

    /** A backup between two steps. */
    private static final class RunningBackup extends Members {
        private final OpenDatabase database;
        private final Backup backup;

        RunningBackup(OpenDatabase database, Object[] arguments) throws UnsupportedTypeException {
            this.database = database;
            if (!(arguments[1] instanceof DatabaseObject target)) {
                throw UnsupportedTypeException.create(arguments, "a database is expected");
            }
            backup = database.connection()
                    .backup(
                            DatabaseObject.text(arguments[0]),
                            target.database().connection(),
                            DatabaseObject.text(arguments[2]));
        }

        @Override
        List<String> memberNames() {
            return List.of("step", "remaining", "pageCount", "close");
        }

        @Override
        Object member(String name) {
            return switch (name) {
                case "step" ->
                    method(name, 1, database, arguments -> backup.step(integer(arguments[0])));
                case "remaining" -> backup.remaining();
                case "pageCount" -> backup.pageCount();
                case "close" ->
                    method(name, 0, database, _ -> {
                        backup.close();
                        return NullObject.NULL;
                    });
                default -> null;
            };
        }

        @Override
        String display() {
            return "backup of " + database;
        }
    }
}
