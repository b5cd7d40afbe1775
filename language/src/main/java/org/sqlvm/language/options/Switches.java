package org.sqlvm.language.options;

import org.graalvm.options.OptionValues;
import org.sqlvm.engine.plan.options.Rule;
import org.sqlvm.engine.plan.options.VectorUse;
import org.sqlvm.engine.vector.column.VectorSizes;

import java.util.Set;

/**
 * What of the engine is switched off, for tests and to measure what an idea is worth. The same for
 * all contexts that share programs.
 *
 * @param rulesOff planner rules that are not used
 * @param inlining callbacks are compiled into the program that calls them
 * @param typeProfiles compiled code knows only the kinds of value that have been seen
 * @param shapes texts of one shape share a program
 * @param statementCache how many programs are kept
 * @param compilationDelay how long a program is interpreted before it is compiled, in milliseconds
 * @param batchRows the most rows of a batch
 * @param vectors which scans run on vectors
 * @param toolsSeePlans tools stop at lines of the plan
 */
public record Switches(
        Set<Rule> rulesOff,
        boolean inlining,
        boolean typeProfiles,
        boolean shapes,
        int statementCache,
        int compilationDelay,
        int batchRows,
        VectorUse vectors,
        VectorSizes vectorSizes,
        boolean toolsSeePlans) {
    /** What options say. */
    public static Switches of(OptionValues options) {
        return new Switches(
                options.get(SqlvmOptions.RulesOff),
                options.get(SqlvmOptions.Inlining),
                options.get(SqlvmOptions.TypeProfiles),
                options.get(SqlvmOptions.StatementShapes),
                options.get(SqlvmOptions.StatementCache),
                options.get(SqlvmOptions.CompilationDelay),
                options.get(SqlvmOptions.BatchRows),
                vectors(options),
                new VectorSizes(
                        options.get(SqlvmOptions.VectorRows),
                        options.get(SqlvmOptions.PartitionRows),
                        options.get(SqlvmOptions.Threads)),
                options.get(SqlvmOptions.ToolsSeePlans));
    }

    /** Decoding columns for one scan alone takes longer than to read its rows. */
    private static VectorUse vectors(OptionValues options) {
        VectorUse use = options.get(SqlvmOptions.Vectors);
        boolean keepsNothing = options.get(SqlvmOptions.MirrorSize) < 0;
        return use == VectorUse.AUTO && keepsNothing ? VectorUse.NEVER : use;
    }
}
