package org.sqlvm.engine.plan.resolve;

import org.sqlvm.engine.plan.logical.Numbering;
import org.sqlvm.engine.plan.logical.SharedQuery;
import org.sqlvm.engine.plan.options.PlanOptions;
import org.sqlvm.engine.prepare.Preparation;
import org.sqlvm.engine.schema.Schema;

import java.util.HashMap;
import java.util.Map;

/**
 * What all queries of one statement share while they are resolved.
 *
 * @param nesting the views and common table expressions being expanded
 * @param sharedViews by name, those that have been expanded
 * @param row what OLD and NEW mean; null outside of triggers
 * @param purpose why they are resolved
 */
public record PlanContext(
        Schema schema,
        PlanOptions options,
        Numbering numbering,
        Nesting nesting,
        Map<String, SharedQuery> sharedViews,
        TriggerRow row,
        Purpose purpose) {
    public static PlanContext of(Schema schema, PlanOptions options) {
        return of(schema, options, new Numbering(), null);
    }

    public static PlanContext of(
            Schema schema, PlanOptions options, Numbering numbering, TriggerRow row) {
        return of(schema, options, numbering, row, Purpose.run());
    }

    static PlanContext of(
            Schema schema,
            PlanOptions options,
            Numbering numbering,
            TriggerRow row,
            Purpose purpose) {
        return new PlanContext(
                schema,
                options,
                numbering,
                new Nesting(schema.preparation()),
                new HashMap<>(),
                row,
                purpose);
    }

    /** The same for the text of a view, which sees other tables. */
    PlanContext inside(Schema visible) {
        return new PlanContext(visible, options, numbering, nesting, sharedViews, row, purpose);
    }

    Preparation preparation() {
        return schema.preparation();
    }

    /** What all places of a view have in common. */
    SharedQuery shared(String view) {
        return sharedViews.computeIfAbsent(view, _ -> new SharedQuery(false));
    }

    /**
     * Whether the tree resolved comes from a view or a trigger in a file, which another user may
     * have written. Those of temp are the connection's own.
     */
    boolean isOfSchema() {
        return nesting.isInView() ? !nesting.isInTemporaryView() : row != null && !isOfTemp(schema);
    }

    /** Whether a trigger is one of temp: only these see more than their own database. */
    public static boolean isOfTemp(Schema visible) {
        return visible.databases().size() > 1;
    }
}
