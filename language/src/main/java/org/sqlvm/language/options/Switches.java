package org.sqlvm.language.options;

import org.graalvm.options.OptionValues;
import org.sqlvm.engine.plan.options.Rule;
import org.sqlvm.engine.plan.options.VectorUse;
import org.sqlvm.engine.vector.column.VectorSizes;

import java.util.Set;

/**
 * Switches for parts of the engine, for tests and to measure the effect of an optimization. All
 * contexts that share programs have the same ones.
 *
 * @param rulesOff the planner rules that are not used
 * @param shapes whether texts of one shape share a program
 * @param statementCache the number of programs that are kept
 * @param compilationDelay the time that a program is interpreted before it is compiled, in
 *     milliseconds
 * @param vectors the scans that run on vectors
 * @param toolsSeePlans whether tools stop at lines of the plan
 * @param classes the programs that become classes
 */
public record Switches(
        Set<Rule> rulesOff,
        boolean shapes,
        int statementCache,
        int compilationDelay,
        VectorUse vectors,
        VectorSizes vectorSizes,
        boolean toolsSeePlans,
        ClassSwitches classes) {
    /** Returns the switches of a context's options. */
    public static Switches of(OptionValues options) {
        return new Switches(
                options.get(SqlvmOptions.RulesOff),
                options.get(SqlvmOptions.StatementShapes),
                options.get(SqlvmOptions.StatementCache),
                options.get(SqlvmOptions.CompilationDelay),
                vectors(options),
                new VectorSizes(
                        options.get(SqlvmOptions.VectorRows),
                        options.get(SqlvmOptions.PartitionRows),
                        options.get(SqlvmOptions.Threads)),
                options.get(SqlvmOptions.ToolsSeePlans),
                ClassSwitches.of(options));
    }

    /** Decoding columns for one scan alone takes longer than to read its rows. */
    private static VectorUse vectors(OptionValues options) {
        VectorUse use = options.get(SqlvmOptions.Vectors);
        boolean keepsNothing = options.get(SqlvmOptions.MirrorSize) < 0;
        return use == VectorUse.AUTO && keepsNothing ? VectorUse.NEVER : use;
    }
}
