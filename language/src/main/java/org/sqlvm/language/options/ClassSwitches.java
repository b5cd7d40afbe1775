package org.sqlvm.language.options;

import org.graalvm.options.OptionValues;
import org.sqlvm.language.machine.ProgramRuntime;

/**
 * Whether programs of rows become classes, and when.
 *
 * @param areUsed whether they do
 * @param delay how long one is interpreted before that, in nanoseconds for each of its instructions
 *     and for some more
 * @param methodLength the number of instructions in a method of its class; 0 for as many as HotSpot
 *     compiles
 */
public record ClassSwitches(boolean areUsed, int delay, int methodLength) {
    static ClassSwitches of(OptionValues options) {
        return new ClassSwitches(
                areUsed(options.get(SqlvmOptions.ClassFiles)),
                options.get(SqlvmOptions.ClassDelay),
                options.get(SqlvmOptions.ClassMethodLength));
    }

    private static boolean areUsed(ClassUse use) {
        return switch (use) {
            case AUTO -> !ProgramRuntime.compiles();
            case ALWAYS -> true;
            case NEVER -> false;
        };
    }
}
