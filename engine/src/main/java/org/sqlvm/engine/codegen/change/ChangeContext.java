package org.sqlvm.engine.codegen.change;

import org.sqlvm.engine.plan.ChangePlanner;
import org.sqlvm.engine.plan.options.PlanOptions;
import org.sqlvm.engine.plan.resolve.TriggerRow;
import org.sqlvm.engine.prepare.Authorization;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Settings;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.ConflictAction;
import org.sqlvm.engine.sql.tree.Select;
import org.sqlvm.engine.sql.tree.Span;

/**
 * The context of a statement that changes rows: on its own, or in the program of a trigger.
 *
 * @param sql the text that the statement's spans are in
 * @param row the row that the trigger runs for; null for a statement of the user's
 * @param outer the OR of the statement that the trigger runs for, which overrides those inside;
 *     DEFAULT if there is none
 * @param programs the programs of the triggers that run for the user's statement, at any depth
 * @param broken the foreign keys that fit no parent
 */
public record ChangeContext(
        Assembler assembler,
        String sql,
        Schema schema,
        PlanOptions options,
        TriggerRow row,
        ConflictAction outer,
        TriggerPrograms programs,
        BrokenKeys broken) {
    public ChangeContext {
        assert schema.preparation() == assembler.preparation() : "two compilations";
    }

    /** The context of a statement of the user's. */
    public static ChangeContext of(
            Assembler assembler, String sql, Schema schema, PlanOptions options) {
        return new ChangeContext(
                assembler,
                sql,
                schema,
                options,
                null,
                ConflictAction.DEFAULT,
                new TriggerPrograms(assembler, schema, options),
                new BrokenKeys());
    }

    boolean isInTrigger() {
        return row != null;
    }

    Settings settings() {
        return schema.settings();
    }

    /** Returns the action for conflicts of a statement that itself says {@code own}. */
    ConflictAction action(ConflictAction own) {
        return outer == ConflictAction.DEFAULT ? own : outer;
    }

    /** Emits the end of a statement: behind its last row and those of its triggers. */
    void end() {
        if (!isInTrigger()) {
            programs.endSequences();
        }
        ForeignKeyCode.end(this);
    }

    /** A planner for one statement. */
    ChangePlanner planner(Select.With with) {
        return new ChangePlanner(schema, sql, options, row, with);
    }

    /** Whether a statement may change a table, as far as its user has a say. */
    boolean isPermitted(Authorization.Action action, Table table, Span span) {
        return !Span.isWritten(span)
                || schema.preparation()
                        .authorization()
                        .allows(action, table.name(), null, table.database().name());
    }
}
