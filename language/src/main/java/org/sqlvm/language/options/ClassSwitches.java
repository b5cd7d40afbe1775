package org.sqlvm.language.options;

import org.graalvm.options.OptionValues;
import org.sqlvm.language.machine.ProgramRuntime;

/**
 * Whether programs of rows become classes, and when.
 *
 * @param areUsed whether they do
 * @param leaveGuests whether those do not that call functions or read rows of another language
 * @param delay how long one is interpreted before that, in nanoseconds for each of its instructions
 *     and for some more
 * @param methodLength the number of instructions in a method of its class; 0 for as many as HotSpot
 *     compiles
 */
public record ClassSwitches(boolean areUsed, boolean leaveGuests, int delay, int methodLength) {
    static ClassSwitches of(OptionValues options) {
        ClassUse use = options.get(SqlvmOptions.ClassFiles);
        return new ClassSwitches(
                use != ClassUse.NEVER,
                use == ClassUse.AUTO && ProgramRuntime.compiles(),
                options.get(SqlvmOptions.ClassDelay),
                options.get(SqlvmOptions.ClassMethodLength));
    }
}
