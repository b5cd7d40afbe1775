package org.sqlvm.language.options;

import com.oracle.truffle.api.TruffleOptions;

import org.graalvm.options.OptionValues;
import org.sqlvm.language.machine.ProgramRuntime;

/**
 * Whether programs of rows become classes, and when. Native images have none: no class is made
 * there after the build.
 *
 * @param areUsed whether they do
 * @param leaveGuests whether those do not that call functions or read rows of another language
 * @param inBackground whether a thread of its own makes them, while runs go on on nodes
 * @param delay how long one is interpreted before that, in nanoseconds for each of its instructions
 *     and for some more
 * @param methodLength the number of instructions in a method of its class; 0 for as many as HotSpot
 *     compiles
 */
public record ClassSwitches(
        boolean areUsed, boolean leaveGuests, boolean inBackground, int delay, int methodLength) {
    static ClassSwitches of(OptionValues options) {
        ClassUse use = options.get(SqlvmOptions.ClassFiles);
        return new ClassSwitches(
                use != ClassUse.NEVER && !TruffleOptions.AOT,
                use == ClassUse.AUTO && ProgramRuntime.compiles(),
                use == ClassUse.AUTO,
                options.get(SqlvmOptions.ClassDelay),
                options.get(SqlvmOptions.ClassMethodLength));
    }
}
