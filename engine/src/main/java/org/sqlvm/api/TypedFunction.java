package org.sqlvm.api;

import java.util.Objects;

/**
 * Functions of one row's values whose parameters have declared types, for lambdas:
 * {@code database.createFunction("twice", (double x) -> 2 * x)}.
 *
 * <p>An argument of another type is converted as by the getters of {@link Arguments}. If any
 * argument is NULL, the function is not called and the result is NULL. Exceptions are handled as
 * those of a {@link ScalarFunction}.
 *
 * <p>None of the methods has a loop, so that compiled queries need not allocate an Arguments
 * object.
 */
public interface TypedFunction extends ScalarFunction {
    int argumentCount();

    @FunctionalInterface
    interface LongToLong extends TypedFunction {
        long apply(long a);

        @Override
        default int argumentCount() {
            return 1;
        }

        @Override
        default void call(Arguments arguments, Result result) {
            if (arguments.isNull(0)) {
                result.setNull();
            } else {
                result.setLong(apply(arguments.getLong(0)));
            }
        }
    }

    @FunctionalInterface
    interface LongToDouble extends TypedFunction {
        double apply(long a);

        @Override
        default int argumentCount() {
            return 1;
        }

        @Override
        default void call(Arguments arguments, Result result) {
            if (arguments.isNull(0)) {
                result.setNull();
            } else {
                result.setDouble(apply(arguments.getLong(0)));
            }
        }
    }

    @FunctionalInterface
    interface LongToText extends TypedFunction {
        String apply(long a);

        @Override
        default int argumentCount() {
            return 1;
        }

        @Override
        default void call(Arguments arguments, Result result) {
            if (arguments.isNull(0)) {
                result.setNull();
            } else {
                result.setText(apply(arguments.getLong(0)));
            }
        }
    }

    @FunctionalInterface
    interface DoubleToDouble extends TypedFunction {
        double apply(double a);

        @Override
        default int argumentCount() {
            return 1;
        }

        @Override
        default void call(Arguments arguments, Result result) {
            if (arguments.isNull(0)) {
                result.setNull();
            } else {
                result.setDouble(apply(arguments.getDouble(0)));
            }
        }
    }

    @FunctionalInterface
    interface DoubleToLong extends TypedFunction {
        long apply(double a);

        @Override
        default int argumentCount() {
            return 1;
        }

        @Override
        default void call(Arguments arguments, Result result) {
            if (arguments.isNull(0)) {
                result.setNull();
            } else {
                result.setLong(apply(arguments.getDouble(0)));
            }
        }
    }

    @FunctionalInterface
    interface DoubleToText extends TypedFunction {
        String apply(double a);

        @Override
        default int argumentCount() {
            return 1;
        }

        @Override
        default void call(Arguments arguments, Result result) {
            if (arguments.isNull(0)) {
                result.setNull();
            } else {
                result.setText(apply(arguments.getDouble(0)));
            }
        }
    }

    @FunctionalInterface
    interface TextToText extends TypedFunction {
        String apply(String a);

        @Override
        default int argumentCount() {
            return 1;
        }

        @Override
        default void call(Arguments arguments, Result result) {
            if (arguments.isNull(0)) {
                result.setNull();
            } else {
                result.setText(apply(text(arguments, 0)));
            }
        }
    }

    @FunctionalInterface
    interface TextToLong extends TypedFunction {
        long apply(String a);

        @Override
        default int argumentCount() {
            return 1;
        }

        @Override
        default void call(Arguments arguments, Result result) {
            if (arguments.isNull(0)) {
                result.setNull();
            } else {
                result.setLong(apply(text(arguments, 0)));
            }
        }
    }

    @FunctionalInterface
    interface TextToDouble extends TypedFunction {
        double apply(String a);

        @Override
        default int argumentCount() {
            return 1;
        }

        @Override
        default void call(Arguments arguments, Result result) {
            if (arguments.isNull(0)) {
                result.setNull();
            } else {
                result.setDouble(apply(text(arguments, 0)));
            }
        }
    }

    @FunctionalInterface
    interface LongsToLong extends TypedFunction {
        long apply(long a, long b);

        @Override
        default int argumentCount() {
            return 2;
        }

        @Override
        default void call(Arguments arguments, Result result) {
            if (arguments.isNull(0) || arguments.isNull(1)) {
                result.setNull();
            } else {
                result.setLong(apply(arguments.getLong(0), arguments.getLong(1)));
            }
        }
    }

    @FunctionalInterface
    interface DoublesToDouble extends TypedFunction {
        double apply(double a, double b);

        @Override
        default int argumentCount() {
            return 2;
        }

        @Override
        default void call(Arguments arguments, Result result) {
            if (arguments.isNull(0) || arguments.isNull(1)) {
                result.setNull();
            } else {
                result.setDouble(apply(arguments.getDouble(0), arguments.getDouble(1)));
            }
        }
    }

    @FunctionalInterface
    interface TextsToText extends TypedFunction {
        String apply(String a, String b);

        @Override
        default int argumentCount() {
            return 2;
        }

        @Override
        default void call(Arguments arguments, Result result) {
            if (arguments.isNull(0) || arguments.isNull(1)) {
                result.setNull();
            } else {
                result.setText(apply(text(arguments, 0), text(arguments, 1)));
            }
        }
    }

    @FunctionalInterface
    interface TextsToLong extends TypedFunction {
        long apply(String a, String b);

        @Override
        default int argumentCount() {
            return 2;
        }

        @Override
        default void call(Arguments arguments, Result result) {
            if (arguments.isNull(0) || arguments.isNull(1)) {
                result.setNull();
            } else {
                result.setLong(apply(text(arguments, 0), text(arguments, 1)));
            }
        }
    }

    @FunctionalInterface
    interface TextsToDouble extends TypedFunction {
        double apply(String a, String b);

        @Override
        default int argumentCount() {
            return 2;
        }

        @Override
        default void call(Arguments arguments, Result result) {
            if (arguments.isNull(0) || arguments.isNull(1)) {
                result.setNull();
            } else {
                result.setDouble(apply(text(arguments, 0), text(arguments, 1)));
            }
        }
    }

    @FunctionalInterface
    interface ThreeLongsToLong extends TypedFunction {
        long apply(long a, long b, long c);

        @Override
        default int argumentCount() {
            return 3;
        }

        @Override
        default void call(Arguments arguments, Result result) {
            if (arguments.isNull(0) || arguments.isNull(1) || arguments.isNull(2)) {
                result.setNull();
            } else {
                result.setLong(
                        apply(arguments.getLong(0), arguments.getLong(1), arguments.getLong(2)));
            }
        }
    }

    @FunctionalInterface
    interface ThreeDoublesToDouble extends TypedFunction {
        double apply(double a, double b, double c);

        @Override
        default int argumentCount() {
            return 3;
        }

        @Override
        default void call(Arguments arguments, Result result) {
            if (arguments.isNull(0) || arguments.isNull(1) || arguments.isNull(2)) {
                result.setNull();
            } else {
                result.setDouble(apply(
                        arguments.getDouble(0), arguments.getDouble(1), arguments.getDouble(2)));
            }
        }
    }

    @FunctionalInterface
    interface ThreeTextsToText extends TypedFunction {
        String apply(String a, String b, String c);

        @Override
        default int argumentCount() {
            return 3;
        }

        @Override
        default void call(Arguments arguments, Result result) {
            if (arguments.isNull(0) || arguments.isNull(1) || arguments.isNull(2)) {
                result.setNull();
            } else {
                result.setText(apply(text(arguments, 0), text(arguments, 1), text(arguments, 2)));
            }
        }
    }

    /** TRUE is 1, FALSE is 0. */
    @FunctionalInterface
    interface LongTest extends TypedFunction {
        boolean apply(long a);

        @Override
        default int argumentCount() {
            return 1;
        }

        @Override
        default void call(Arguments arguments, Result result) {
            if (arguments.isNull(0)) {
                result.setNull();
            } else {
                result.setLong(apply(arguments.getLong(0)) ? 1 : 0);
            }
        }
    }

    /** TRUE is 1, FALSE is 0. */
    @FunctionalInterface
    interface DoubleTest extends TypedFunction {
        boolean apply(double a);

        @Override
        default int argumentCount() {
            return 1;
        }

        @Override
        default void call(Arguments arguments, Result result) {
            if (arguments.isNull(0)) {
                result.setNull();
            } else {
                result.setLong(apply(arguments.getDouble(0)) ? 1 : 0);
            }
        }
    }

    /** TRUE is 1, FALSE is 0. */
    @FunctionalInterface
    interface TextTest extends TypedFunction {
        boolean apply(String a);

        @Override
        default int argumentCount() {
            return 1;
        }

        @Override
        default void call(Arguments arguments, Result result) {
            if (arguments.isNull(0)) {
                result.setNull();
            } else {
                result.setLong(apply(text(arguments, 0)) ? 1 : 0);
            }
        }
    }

    /** TRUE is 1, FALSE is 0. */
    @FunctionalInterface
    interface LongsTest extends TypedFunction {
        boolean apply(long a, long b);

        @Override
        default int argumentCount() {
            return 2;
        }

        @Override
        default void call(Arguments arguments, Result result) {
            if (arguments.isNull(0) || arguments.isNull(1)) {
                result.setNull();
            } else {
                result.setLong(apply(arguments.getLong(0), arguments.getLong(1)) ? 1 : 0);
            }
        }
    }

    /** TRUE is 1, FALSE is 0. */
    @FunctionalInterface
    interface DoublesTest extends TypedFunction {
        boolean apply(double a, double b);

        @Override
        default int argumentCount() {
            return 2;
        }

        @Override
        default void call(Arguments arguments, Result result) {
            if (arguments.isNull(0) || arguments.isNull(1)) {
                result.setNull();
            } else {
                result.setLong(apply(arguments.getDouble(0), arguments.getDouble(1)) ? 1 : 0);
            }
        }
    }

    /** TRUE is 1, FALSE is 0. */
    @FunctionalInterface
    interface TextsTest extends TypedFunction {
        boolean apply(String a, String b);

        @Override
        default int argumentCount() {
            return 2;
        }

        @Override
        default void call(Arguments arguments, Result result) {
            if (arguments.isNull(0) || arguments.isNull(1)) {
                result.setNull();
            } else {
                result.setLong(apply(text(arguments, 0), text(arguments, 1)) ? 1 : 0);
            }
        }
    }

    /** Returns an argument of which {@link Arguments#isNull} has said that it is a value. */
    private static String text(Arguments arguments, int index) {
        return Objects.requireNonNull(arguments.getText(index));
    }
}
