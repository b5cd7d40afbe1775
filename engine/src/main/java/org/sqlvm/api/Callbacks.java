package org.sqlvm.api;

import java.util.Comparator;
import java.util.function.Supplier;

/**
 * What a connection's user adds to SQL: functions, aggregates, window functions and collations
 * (sqlite.org/c3ref/create_function.html). A part of {@link Database}.
 *
 * <p>A function is one of a name, in any case, and a number of arguments, from 0 to 1,000, or -1
 * for any number that has no function of its own. It comes before a built-in function of that name;
 * another one of the same name and number takes its place. Statements are compiled again by
 * themselves.
 *
 * <p>What is called {@code executable} here belongs to another language: a {@code Value} of the
 * polyglot API, or anything that a host object may be called as. It takes numbers, strings, buffers
 * and null, and gives one of these or a boolean.
 *
 * <p>Every method throws {@link SqlvmException} SQLITE_MISUSE (21) for a number of arguments out of
 * range, SQLITE_BUSY (5) if what is registered already is in use by a statement that runs.
 */
@SuppressWarnings("overloads") // A lambda that says the types of its parameters fits one of them.
public interface Callbacks {
    /** @param function null removes the one that there is */
    void createFunction(
            String name, int argumentCount, ScalarFunction function, FunctionOption... options);

    /** The same for a function of another language. */
    void createFunction(
            String name, int argumentCount, Object executable, FunctionOption... options);

    /** Removes a function, an aggregate or a window function, if there is one. */
    void removeFunction(String name, int argumentCount);

    /** @param maker makes an object for each group; null removes the aggregate that there is */
    void createAggregate(
            String name,
            int argumentCount,
            Supplier<? extends Aggregate> maker,
            FunctionOption... options);

    /**
     * The same for an aggregate of another language.
     *
     * @param maker is called, or instantiated, for an object with {@code step(arguments…)} and
     *     {@code finalize()}
     */
    void createAggregate(String name, int argumentCount, Object maker, FunctionOption... options);

    /** @param maker makes an object for each partition; null removes what there is */
    void createWindowFunction(
            String name,
            int argumentCount,
            Supplier<? extends WindowAggregate> maker,
            FunctionOption... options);

    /**
     * The same for a window function of another language.
     *
     * @param maker is called, or instantiated, for an object with {@code step(arguments…)},
     *     {@code inverse(arguments…)}, {@code value()} and {@code finalize()}
     */
    void createWindowFunction(
            String name, int argumentCount, Object maker, FunctionOption... options);

    /**
     * Registers an order of texts.
     *
     * @param name in any case; may be that of a built-in one
     * @param order must be one; if it is not, rows come in any order and indexes do not find them
     */
    void createCollation(String name, Comparator<String> order);

    /**
     * The same for an order of another language.
     *
     * @param executable takes two strings and gives a number: negative, zero or positive
     */
    void createCollation(String name, Object executable);

    /** Removes a collation that has been registered, if there is one. */
    void removeCollation(String name);

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
