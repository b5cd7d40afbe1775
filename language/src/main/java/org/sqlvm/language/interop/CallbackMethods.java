package org.sqlvm.language.interop;

import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.InvalidArrayIndexException;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.interop.UnsupportedTypeException;

import org.sqlvm.api.FunctionOption;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.language.callbacks.Registration;
import org.sqlvm.language.database.OpenDatabase;
import org.sqlvm.language.values.NullObject;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The methods with which other languages register callbacks:
 *
 * <ul>
 *   <li>{@code createFunction(name, argumentCount, executable, option…)}
 *   <li>{@code createAggregate(name, argumentCount, maker, option…)}
 *   <li>{@code createWindowFunction(name, argumentCount, maker, option…)}
 *   <li>{@code createCollation(name, executable)}
 *   <li>{@code createRtreeQuery(name, executable)}: a search of R-Trees
 *   <li>{@code setGeoPackage(on)}: the functions that triggers of GeoPackages call
 *   <li>{@code createTokenizer(name, factory)}: splits texts of full-text tables into words;
 *       {@code GuestTokenizers} says how. It cannot be removed
 *   <li>{@code createAuxiliaryFunction(name, executable)}: a function of the rows that full-text
 *       queries find, which takes a row ({@code MatchObject}) and arguments. It cannot be removed
 *   <li>{@code createTable(name, rows[, columns])}: a collection that SQL reads as a table; columns
 *       are an array of names, where the first row does not have them
 *   <li>{@code createTable(name, executable, columns, parameters, option…)}: a function that SQL
 *       reads as a table: {@code FROM name(arguments…)}. It takes the parameters, null for those
 *       that are not given, and gives a collection
 *   <li>{@code createModule(name, module)}: the module that CREATE VIRTUAL TABLE makes tables with.
 *       The module has {@code connect(schema, table, arguments)}, and {@code create} if that is
 *       something else for a new table; {@code GuestModuleTable} and {@code GuestWritableTable} say
 *       what a table has
 *   <li>{@code dropModules(names)}: all but those of these names, an array
 *   <li>{@code overloadFunction(name, argumentCount)}: a function that only such tables have
 * </ul>
 *
 * <p>A null instead of the object that is called or read removes the registration. The options are
 * the names of {@link FunctionOption} in any case. See {@link org.sqlvm.api.Callbacks} for the
 * rest.
 */
final class CallbackMethods {
    private CallbackMethods() {}

    /** The method called {@code name}, or null if there is none. */
    static Method of(String name, OpenDatabase database) {
        return switch (name) {
            case "createFunction" ->
                method(name, 3, arguments -> {
                    Call call = Call.of(arguments);
                    to(database).guestScalar(call.name, call.count, call.callee, call.options);
                    return NullObject.NULL;
                });
            case "createAggregate" -> aggregate(name, database, false);
            case "createWindowFunction" -> aggregate(name, database, true);
            case "createCollation" ->
                method(name, 2, arguments -> {
                    to(database)
                            .guestCollation(
                                    DatabaseObject.text(arguments[0]),
                                    checked(arguments[1], false));
                    return NullObject.NULL;
                });
            case "createRtreeQuery" ->
                method(name, 2, arguments -> {
                    to(database)
                            .guestRtreeQuery(
                                    DatabaseObject.text(arguments[0]),
                                    checked(arguments[1], false));
                    return NullObject.NULL;
                });
            case "setGeoPackage" ->
                method(name, 1, arguments -> {
                    to(database).geoPackage(DatabaseObject.truth(arguments[0]));
                    return NullObject.NULL;
                });
            case "createTokenizer" ->
                method(name, 2, arguments -> {
                    to(database).guestTokenizer(DatabaseObject.text(arguments[0]), arguments[1]);
                    return NullObject.NULL;
                });
            case "createAuxiliaryFunction" ->
                method(name, 2, arguments -> {
                    to(database)
                            .guestAuxiliary(
                                    DatabaseObject.text(arguments[0]),
                                    arguments[1],
                                    MatchObject::new);
                    return NullObject.NULL;
                });
            case "createTable" ->
                method(name, 2, arguments -> {
                    createTable(to(database), arguments);
                    return NullObject.NULL;
                });
            case "createModule" ->
                method(name, 2, arguments -> {
                    String module = DatabaseObject.text(arguments[0]);
                    if (InteropLibrary.getUncached().isNull(arguments[1])) {
                        to(database).module(module, null);
                    } else {
                        to(database).guestModule(module, arguments[1]);
                    }
                    return NullObject.NULL;
                });
            case "dropModules" ->
                method(name, 1, arguments -> {
                    to(database).dropModules(names(arguments[0]));
                    return NullObject.NULL;
                });
            case "overloadFunction" ->
                method(name, 2, arguments -> {
                    to(database)
                            .overload(
                                    DatabaseObject.text(arguments[0]), argumentCount(arguments[1]));
                    return NullObject.NULL;
                });
            default -> null;
        };
    }

    private static int argumentCount(Object value) throws UnsupportedTypeException {
        try {
            return InteropLibrary.getUncached().asInt(value);
        } catch (UnsupportedMessageException _) {
            throw UnsupportedTypeException.create(
                    new Object[] {value}, "a number of arguments is expected");
        }
    }

    private static Method method(String name, int count, Method.Body body) {
        return new Method(name, count, arguments -> {
            try {
                return body.call(arguments);
            } catch (IllegalArgumentException wrong) {
                // Java's callers get the same error. Languages show the message of an error of
                // ours, and not all of them that of an unsupported type.
                throw new SqlException(ResultCode.MISUSE, wrong.getMessage());
            }
        });
    }

    private static void createTable(Registration to, Object[] arguments)
            throws UnsupportedTypeException {
        String name = DatabaseObject.text(arguments[0]);
        InteropLibrary interop = InteropLibrary.getUncached();
        if (interop.isNull(arguments[1])) {
            to.table(name, null, null);
            return;
        }
        if (arguments.length > 3) {
            to.guestTableFunction(
                    name,
                    arguments[1],
                    names(arguments[2]),
                    names(arguments[3]),
                    optionsFrom(arguments, 4));
            return;
        }
        boolean named = arguments.length > 2 && !interop.isNull(arguments[2]);
        to.guestTable(name, arguments[1], named ? names(arguments[2]) : null);
    }

    private static List<String> names(Object array) throws UnsupportedTypeException {
        InteropLibrary interop = InteropLibrary.getUncached();
        List<String> names = new ArrayList<>();
        try {
            for (long i = 0; i < interop.getArraySize(array); i++) {
                names.add(DatabaseObject.text(interop.readArrayElement(array, i)));
            }
        } catch (UnsupportedMessageException | InvalidArrayIndexException _) {
            throw UnsupportedTypeException.create(
                    new Object[] {array}, "an array of names is expected");
        }
        return names;
    }

    private static Method aggregate(String name, OpenDatabase database, boolean window) {
        return method(name, 3, arguments -> {
            Call call = Call.of(arguments);
            to(database).guestAggregate(call.name, call.count, window, call.callee, call.options);
            return NullObject.NULL;
        });
    }

    private static Registration to(OpenDatabase database) {
        return database.registration();
    }

    /** Returns the object to call, or null. */
    private static Object checked(Object value, boolean orInstantiable)
            throws UnsupportedTypeException {
        InteropLibrary interop = InteropLibrary.getUncached(value);
        if (interop.isNull(value)) {
            return null;
        }
        if (!interop.isExecutable(value) && !(orInstantiable && interop.isInstantiable(value))) {
            throw UnsupportedTypeException.create(
                    new Object[] {value}, "something that can be called is expected");
        }
        return value;
    }

    private record Call(String name, int count, Object callee, Set<FunctionOption> options) {
        static Call of(Object[] arguments) throws UnsupportedTypeException {
            return new Call(
                    DatabaseObject.text(arguments[0]),
                    argumentCount(arguments[1]),
                    checked(arguments[2], true),
                    optionsFrom(arguments, 3));
        }
    }

    private static Set<FunctionOption> optionsFrom(Object[] arguments, int from)
            throws UnsupportedTypeException {
        Set<FunctionOption> options = EnumSet.noneOf(FunctionOption.class);
        for (int i = from; i < arguments.length; i++) {
            options.add(option(arguments[i]));
        }
        return options;
    }

    private static FunctionOption option(Object value) throws UnsupportedTypeException {
        String name = DatabaseObject.text(value);
        try {
            return FunctionOption.valueOf(name.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException _) {
            throw UnsupportedTypeException.create(
                    new Object[] {value}, "not an option of a function: " + name);
        }
    }
}
