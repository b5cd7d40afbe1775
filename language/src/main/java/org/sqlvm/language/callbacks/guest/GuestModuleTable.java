package org.sqlvm.language.callbacks.guest;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;

import org.sqlvm.api.FunctionOverload;
import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.ScanPlan.Argument;
import org.sqlvm.api.ScanPlan.Order;
import org.sqlvm.api.ScanRequest;
import org.sqlvm.api.ScanRequest.Condition;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.function.CallResult;
import org.sqlvm.engine.row.function.HostArguments;
import org.sqlvm.engine.virtual.module.CursorContext;
import org.sqlvm.engine.virtual.module.EngineTable;
import org.sqlvm.engine.virtual.module.VirtualCursor;
import org.sqlvm.language.values.ValueArray;

import java.util.ArrayList;
import java.util.List;

/**
 * A virtual table of another language's module: an object with {@code declaration} and
 * {@code rows(index, text, arguments)}, which returns an iterable of arrays. {@code directOnly},
 * {@code innocuous} and {@code usesAllSchemas} are the settings of sqlite3_vtab_config(). If it has
 * {@code rowids} or {@code insert}, the rowid follows the values of a row. Instead of {@code rows}
 * it may have {@code open()}, which returns a cursor ({@link GuestModuleCursor}).
 */
public class GuestModuleTable implements EngineTable {
    private static final String OPEN = "open";

    final GuestObject table;

    GuestModuleTable(GuestObject table) {
        this.table = table;
    }

    @Override
    public String declaration() {
        return table.text("declaration");
    }

    /**
     * Calls the object's method {@code plan(conditions, order)} with arrays of {@code [column,
     * operator, collation, isList, function]} and {@code [column, descending]}. It returns null or
     * an object with any of {@code arguments} (indexes of conditions), {@code exact} (those of them
     * that need no test), {@code whole} (those of lists whose values are passed at once, as an
     * array), {@code index}, {@code text}, {@code sorted}, {@code cost} and {@code rows}.
     *
     * <p>If there is a method {@code planRequest(conditions, order, distinct, columnsUsed)}, it is
     * called instead. Its conditions have two more elements: whether a plan may use the condition,
     * and a function that returns the value if it is a literal, else null. {@code distinct} is the
     * result of sqlite3_vtab_distinct().
     */
    @Override
    @TruffleBoundary
    public ScanPlan plan(ScanRequest request) {
        boolean whole = table.has("planRequest");
        if (!whole && !table.has("plan")) {
            return ScanPlan.all();
        }
        List<Condition> told = whole ? request.all() : request.conditions();
        Object conditions =
                new ValueArray(told.stream().map(each -> condition(each, whole)).toArray());
        Object order = new ValueArray(request.order().stream()
                .map(each -> new ValueArray(each.column(), each.descending()))
                .toArray());
        Object given = whole
                ? table.call(
                        "planRequest",
                        conditions,
                        order,
                        request.need().ordinal(),
                        request.columnsUsed())
                : table.call("plan", conditions, order);
        if (InteropLibrary.getUncached().isNull(given)) {
            return null;
        }
        GuestObject plan = table.other("plan of " + table.name(), given);
        List<Integer> exact = places(plan, "exact", told.size());
        List<Integer> lists = places(plan, "whole", told.size());
        List<Argument> arguments = new ArrayList<>();
        for (int place : places(plan, "arguments", told.size())) {
            if (!told.get(place).isUsable()) {
                throw SqlException.error(table.name() + ".xBestIndex malfunction");
            }
            int usable = (int)
                    told.subList(0, place).stream().filter(Condition::isUsable).count();
            arguments.add(new Argument(usable, exact.contains(place), lists.contains(place)));
        }
        ScanPlan all = ScanPlan.all();
        String text = plan.textOrNull("text");
        return new ScanPlan(
                (int) plan.number("index", 0),
                text == null ? "" : text,
                text,
                arguments,
                plan.isTrue("sorted") ? Order.SORTED : Order.NONE,
                plan.number("cost", all.cost()),
                plan.number("rows", all.rows()));
    }

    /** @param whole whether to add the elements for planRequest */
    private ValueArray condition(Condition condition, boolean whole) {
        List<Object> parts = new ArrayList<>(List.of(
                condition.column(),
                condition.operator().name(),
                condition.collation(),
                condition.isList(),
                condition.function()));
        if (whole) {
            parts.add(condition.isUsable());
            parts.add(new KnownValue(condition.known(), table));
        }
        return new ValueArray(parts.toArray());
    }

    private static List<Integer> places(GuestObject plan, String member, int count) {
        List<Integer> places = new ArrayList<>();
        if (!plan.has(member)) {
            return places;
        }
        InteropLibrary interop = InteropLibrary.getUncached();
        Object array = plan.value(member);
        try {
            for (long i = 0; i < interop.getArraySize(array); i++) {
                int place = interop.asInt(interop.readArrayElement(array, i));
                if (place < 0 || place >= count) {
                    throw SqlException.error(
                            plan.name() + " takes condition " + place + " of " + count);
                }
                places.add(place);
            }
        } catch (InteropException e) {
            throw SqlException.error(plan.name() + "." + member + " is no array of numbers");
        }
        return places;
    }

    @Override
    @TruffleBoundary
    public boolean isDirectOnly() {
        return table.isTrue("directOnly");
    }

    @Override
    @TruffleBoundary
    public boolean isInnocuous() {
        return table.isTrue("innocuous");
    }

    @Override
    @TruffleBoundary
    public boolean usesAllSchemas() {
        return table.isTrue("usesAllSchemas");
    }

    boolean givesRowids() {
        return table.isTrue("rowids");
    }

    @Override
    public VirtualCursor open(CursorContext context) {
        return table.has(OPEN)
                ? new GuestModuleCursor(table, table.call(OPEN))
                : new GuestModuleRows(table, givesRowids());
    }

    /**
     * Calls the object's method {@code findFunction(name, argumentCount)}. It returns null, the
     * function to call, or an array of an operator's number ({@link Overload#operator}) and the
     * function.
     */
    @Override
    @TruffleBoundary
    public FunctionOverload findFunction(String name, int argumentCount) {
        String method = "findFunction";
        if (!table.has(method)) {
            return null;
        }
        Object given = table.call(method, name, argumentCount);
        InteropLibrary interop = InteropLibrary.getUncached();
        if (interop.isNull(given)) {
            return null;
        }
        int operator = 0;
        Object function = given;
        try {
            if (!interop.isExecutable(given) && interop.getArraySize(given) == 2) {
                operator = interop.asInt(interop.readArrayElement(given, 0));
                function = interop.readArrayElement(given, 1);
            }
        } catch (InteropException e) {
            throw noFunction(name);
        }
        if (!interop.isExecutable(function)) {
            throw noFunction(name);
        }
        Object callee = function;
        return new FunctionOverload(
                (arguments, result) -> ((CallResult) result)
                        .setValue(called(name, callee, ((HostArguments) arguments).values())),
                operator);
    }

    private SqlException noFunction(String name) {
        return SqlException.error(
                "table " + table.name() + " gave nothing that can be called for " + name + "()");
    }

    @TruffleBoundary
    private Object called(String name, Object function, Object[] arguments) {
        try {
            return table.toSql(
                    InteropLibrary.getUncached().execute(function, table.arguments(arguments)));
        } catch (InteropException e) {
            throw SqlException.error(
                    name + "() of table " + table.name() + " cannot be called: " + e.getMessage());
        }
    }

    /**
     * Calls the object's method {@code checkIntegrity(quick)}, which returns a description of the
     * fault, or null.
     */
    @Override
    @TruffleBoundary
    public String checkIntegrity(boolean quick) {
        String method = "checkIntegrity";
        if (!table.has(method)) {
            return null;
        }
        Object given = table.call(method, quick);
        InteropLibrary interop = InteropLibrary.getUncached();
        try {
            return interop.isNull(given) ? null : interop.asString(given);
        } catch (InteropException e) {
            throw SqlException.error(table.name() + "." + method + " gave no text");
        }
    }

    @Override
    public void rename(String name) {
        table.callIfPresent("rename", name);
    }

    @Override
    public void destroy() {
        table.callIfPresent("destroy");
    }

    @Override
    public void close() {
        table.callIfPresent("disconnect");
    }
}
