package org.sqlvm.language.runtime;

import org.graalvm.options.OptionValues;
import org.sqlvm.language.SqlvmOptions;

import java.util.Set;

/**
 * What of the engine is switched off, for tests and to measure what an idea is worth. The same for
 * all contexts that share programs.
 *
 * @param rulesOff names of planner rules that are not used
 * @param inlining callbacks are compiled into the program that calls them
 * @param typeProfiles compiled code knows only the kinds of value that have been seen
 * @param batchRows the most rows of a batch
 */
public record Switches(
        Set<String> rulesOff, boolean inlining, boolean typeProfiles, int batchRows) {
    /** What options say. */
    public static Switches of(OptionValues options) {
        String names = options.get(SqlvmOptions.RulesOff);
        return new Switches(
                names.isEmpty() ? Set.of() : Set.of(names.split(",", -1)),
                options.get(SqlvmOptions.Inlining),
                options.get(SqlvmOptions.TypeProfiles),
                options.get(SqlvmOptions.BatchRows));
    }
}
