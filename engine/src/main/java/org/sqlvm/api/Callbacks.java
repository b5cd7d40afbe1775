package org.sqlvm.api;

import org.jspecify.annotations.Nullable;

import java.util.Comparator;
import java.util.function.Supplier;

/**
 * Registers functions, aggregates, window functions and collations for the SQL of one connection
 * (sqlite.org/c3ref/create_function.html). A part of {@link Database}.
 *
 * <p>A function is identified by its name, ignoring case, and its number of arguments, from 0 to
 * 1,000. The number -1 stands for all numbers without a function of their own. A registered
 * function hides a built-in one, and replaces an earlier one of the same name and number.
 * Statements that are already prepared are compiled again automatically.
 *
 * <p>A parameter {@code executable} is a function of another language: an executable {@code Value}
 * of the polyglot API, or the object of a functional interface. It is called with numbers, strings,
 * buffers and null, and returns one of these or a boolean.
 *
 * <p>Every method throws {@link SqlvmException}: SQLITE_MISUSE (21) for a number of arguments out
 * of range, SQLITE_BUSY (5) if a running statement uses the function or collation that would be
 * replaced or removed.
 */
@SuppressWarnings("overloads") // A lambda that says the types of its parameters fits one of them.
public interface Callbacks {
    /** @param function null removes the registered one */
    void createFunction(
            String name,
            int argumentCount,
            @Nullable ScalarFunction function,
            FunctionOption... options);

    /** Registers a function of another language. */
    void createFunction(
            String name, int argumentCount, Object executable, FunctionOption... options);

    /** Removes the registered function, aggregate or window function, if any. */
    void removeFunction(String name, int argumentCount);

    /** @param maker makes an object for each group; null removes the registered aggregate */
    void createAggregate(
            String name,
            int argumentCount,
            @Nullable Supplier<? extends Aggregate> maker,
            FunctionOption... options);

    /**
     * Registers an aggregate of another language.
     *
     * @param maker is called, or instantiated, for an object with {@code step(arguments…)} and
     *     {@code finalize()}
     */
    void createAggregate(String name, int argumentCount, Object maker, FunctionOption... options);

    /** @param maker makes an object for each partition; null removes the registered function */
    void createWindowFunction(
            String name,
            int argumentCount,
            @Nullable Supplier<? extends WindowAggregate> maker,
            FunctionOption... options);

    /**
     * Registers a window function of another language.
     *
     * @param maker is called, or instantiated, for an object with {@code step(arguments…)},
     *     {@code inverse(arguments…)}, {@code value()} and {@code finalize()}
     */
    void createWindowFunction(
            String name, int argumentCount, Object maker, FunctionOption... options);

    /**
     * Registers a collation: an order of texts.
     *
     * @param name the collation's name, ignoring case; may be that of a built-in one
     * @param order a consistent order; if it is not, results are not sorted and indexes miss rows
     */
    void createCollation(String name, Comparator<String> order);

    /**
     * Registers a collation of another language.
     *
     * @param executable takes two strings and returns a number: negative, zero or positive
     */
    void createCollation(String name, Object executable);

    /** Removes a registered collation, if any. */
    void removeCollation(String name);

    /**
     * Registers a search of R-Trees: {@code WHERE id MATCH name(…)} with any number of arguments.
     *
     * @param query null removes the registered one
     */
    void createRtreeQuery(String name, RtreeQuery query);

    /**
     * The same for a region.
     *
     * @param geometry null removes the registered one
     */
    void createRtreeGeometry(String name, RtreeGeometry geometry);

    /**
     * Registers a search of R-Trees by a function of another language.
     *
     * @param executable takes an array with the box of a cell, the lower and upper bound of each
     *     dimension in turn, an array with the arguments of the function in SQL as numbers, and the
     *     cell's level, which is 0 for an entry. It returns whether the cell is wanted, or a
     *     number: the cell's score
     */
    void createRtreeQuery(String name, Object executable);

    /**
     * Registers, or removes, the functions that triggers of GeoPackages with a spatial index call:
     * {@code ST_IsEmpty}, {@code ST_MinX}, {@code ST_MaxX}, {@code ST_MinY} and {@code ST_MaxY} of
     * a geometry in the GeoPackage format. They return NULL for other values, and the bounds for an
     * empty geometry.
     */
    void setGeoPackage(boolean on);

    default void createFunction(
            String name, TypedFunction.LongToLong function, FunctionOption... options) {
        createFunction(name, function.argumentCount(), function, options);
    }

    default void createFunction(
            String name, TypedFunction.LongToDouble function, FunctionOption... options) {
        createFunction(name, function.argumentCount(), function, options);
    }

    default void createFunction(
            String name, TypedFunction.LongToText function, FunctionOption... options) {
        createFunction(name, function.argumentCount(), function, options);
    }

    default void createFunction(
            String name, TypedFunction.DoubleToDouble function, FunctionOption... options) {
        createFunction(name, function.argumentCount(), function, options);
    }

    default void createFunction(
            String name, TypedFunction.DoubleToLong function, FunctionOption... options) {
        createFunction(name, function.argumentCount(), function, options);
    }

    default void createFunction(
            String name, TypedFunction.DoubleToText function, FunctionOption... options) {
        createFunction(name, function.argumentCount(), function, options);
    }

    default void createFunction(
            String name, TypedFunction.TextToText function, FunctionOption... options) {
        createFunction(name, function.argumentCount(), function, options);
    }

    default void createFunction(
            String name, TypedFunction.TextToLong function, FunctionOption... options) {
        createFunction(name, function.argumentCount(), function, options);
    }

    default void createFunction(
            String name, TypedFunction.TextToDouble function, FunctionOption... options) {
        createFunction(name, function.argumentCount(), function, options);
    }

    default void createFunction(
            String name, TypedFunction.LongsToLong function, FunctionOption... options) {
        createFunction(name, function.argumentCount(), function, options);
    }

    default void createFunction(
            String name, TypedFunction.DoublesToDouble function, FunctionOption... options) {
        createFunction(name, function.argumentCount(), function, options);
    }

    default void createFunction(
            String name, TypedFunction.TextsToText function, FunctionOption... options) {
        createFunction(name, function.argumentCount(), function, options);
    }

    default void createFunction(
            String name, TypedFunction.TextsToLong function, FunctionOption... options) {
        createFunction(name, function.argumentCount(), function, options);
    }

    default void createFunction(
            String name, TypedFunction.TextsToDouble function, FunctionOption... options) {
        createFunction(name, function.argumentCount(), function, options);
    }

    default void createFunction(
            String name, TypedFunction.ThreeLongsToLong function, FunctionOption... options) {
        createFunction(name, function.argumentCount(), function, options);
    }

    default void createFunction(
            String name, TypedFunction.ThreeDoublesToDouble function, FunctionOption... options) {
        createFunction(name, function.argumentCount(), function, options);
    }

    default void createFunction(
            String name, TypedFunction.ThreeTextsToText function, FunctionOption... options) {
        createFunction(name, function.argumentCount(), function, options);
    }

    default void createFunction(
            String name, TypedFunction.LongTest function, FunctionOption... options) {
        createFunction(name, function.argumentCount(), function, options);
    }

    default void createFunction(
            String name, TypedFunction.DoubleTest function, FunctionOption... options) {
        createFunction(name, function.argumentCount(), function, options);
    }

    default void createFunction(
            String name, TypedFunction.TextTest function, FunctionOption... options) {
        createFunction(name, function.argumentCount(), function, options);
    }

    default void createFunction(
            String name, TypedFunction.LongsTest function, FunctionOption... options) {
        createFunction(name, function.argumentCount(), function, options);
    }

    default void createFunction(
            String name, TypedFunction.DoublesTest function, FunctionOption... options) {
        createFunction(name, function.argumentCount(), function, options);
    }

    default void createFunction(
            String name, TypedFunction.TextsTest function, FunctionOption... options) {
        createFunction(name, function.argumentCount(), function, options);
    }
}
