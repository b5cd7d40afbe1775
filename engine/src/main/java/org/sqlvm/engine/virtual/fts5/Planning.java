package org.sqlvm.engine.virtual.fts5;

import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.ScanRequest;
import org.sqlvm.api.ScanRequest.Condition;
import org.sqlvm.api.ScanRequest.Operator;

import java.util.List;

/**
 * How a full-text table finds the rows of a query, with SQLite's numbers and letters: {@code M0} is
 * a MATCH of column 0, {@code r} one of rank, {@code L0} and {@code G0} are LIKE and GLOB, and
 * {@code =}, {@code <} and {@code >} are conditions on the rowid.
 */
final class Planning {
    static final int ORDER_RANK = 0x20;
    static final int ORDER_ROWID = 0x40;
    static final int DESCENDING = 0x80;

    private static final double MATCH_COST = 50_000;
    private static final double MATCH_RANGE_COST = 37_500;
    private static final double MATCH_ROWID_COST = 25_000;
    private static final double ROWID_COST = 25;
    private static final double SCAN_COST = 3_000_000;
    private static final double SCAN_RANGE_COST = 2_250_000;
    private static final double SCAN_BOTH_COST = 750_000;
    private static final double MATCH_ROW_COST = 40;
    private static final double SCAN_ROW_COST = 4;
    private static final double MORE_MATCHES = 2.5;

    /** The patterns whose rows the tokenizer's tokens narrow down. */
    enum Patterns {
        NONE,
        GLOB,
        LIKE_AND_GLOB
    }

    private final TableConfig config;
    private final Patterns patterns;
    private final List<Condition> conditions;

    private final StringBuilder text = new StringBuilder();
    private ScanPlan plan = ScanPlan.all();
    private int matches;
    private boolean rank;
    private boolean equal;
    private boolean less;
    private boolean greater;

    private Planning(TableConfig config, Patterns patterns, ScanRequest request) {
        this.config = config;
        this.patterns = patterns;
        this.conditions = request.conditions();
    }

    /** @return null if a MATCH would have to be left out */
    static ScanPlan plan(TableConfig config, Patterns patterns, ScanRequest request) {
        Planning planning = new Planning(config, patterns, request);
        for (Condition condition : request.all()) {
            if (planning.isMatch(condition) && (!condition.isUsable() || condition.column() < 0)) {
                return null;
            }
        }
        planning.takeMatches();
        if (!planning.equal) {
            planning.takeRange();
        }
        return planning.finish(request);
    }

    private boolean isMatch(Condition condition) {
        return condition.operator() == Operator.MATCH
                || (condition.operator() == Operator.EQ
                        && condition.column() >= config.columnCount());
    }

    private void takeMatches() {
        for (int i = 0; i < conditions.size(); i++) {
            Condition condition = conditions.get(i);
            int column = condition.column();
            if (isMatch(condition)) {
                if (column != config.rankColumn()) {
                    matches++;
                    take(i, "M" + column, true);
                } else if (!rank) {
                    rank = true;
                    take(i, "r", true);
                }
            } else if (isPattern(condition)) {
                matches++;
                take(i, (condition.operator() == Operator.LIKE ? "L" : "G") + column, false);
            } else if (!equal && column < 0 && condition.operator() == Operator.EQ) {
                equal = true;
                take(i, "=", true);
            }
        }
    }

    private boolean isPattern(Condition condition) {
        boolean inside = condition.column() >= 0 && condition.column() < config.columnCount();
        return inside
                && switch (condition.operator()) {
                    case GLOB -> patterns != Patterns.NONE;
                    case LIKE -> patterns == Patterns.LIKE_AND_GLOB;
                    default -> false;
                };
    }

    private void takeRange() {
        for (int i = 0; i < conditions.size(); i++) {
            if (conditions.get(i).column() >= 0) {
                continue;
            }
            switch (conditions.get(i).operator()) {
                case LT, LE -> {
                    if (!less) {
                        less = true;
                        take(i, "<", false);
                    }
                }
                case GT, GE -> {
                    if (!greater) {
                        greater = true;
                        take(i, ">", false);
                    }
                }
                default -> {}
            }
        }
    }

    private void take(int condition, String letters, boolean exact) {
        text.append(letters);
        plan = plan.with(condition, exact);
    }

    private ScanPlan finish(ScanRequest request) {
        ScanPlan found = plan.withText(text.toString());
        int index = order(request);
        if (index != 0) {
            found = found.withIndex(index).inOrder();
        }
        return withCost(found);
    }

    private int order(ScanRequest request) {
        if (request.order().size() != 1) {
            return 0;
        }
        ScanRequest.SortColumn first = request.order().get(0);
        int index = 0;
        if (first.column() == config.rankColumn() && matches > 0) {
            index = ORDER_RANK;
        } else if (first.column() == -1 && !(first.descending() && config.tokenData)) {
            index = ORDER_ROWID;
        }
        return index != 0 && first.descending() ? index | DESCENDING : index;
    }

    private ScanPlan withCost(ScanPlan found) {
        if (equal) {
            return found.withCost(matches > 0 ? MATCH_ROWID_COST : ROWID_COST, 1);
        }
        if (matches == 0) {
            double cost = less && greater
                    ? SCAN_BOTH_COST
                    : less || greater ? SCAN_RANGE_COST : SCAN_COST;
            return found.withCost(cost, cost / SCAN_ROW_COST);
        }
        double cost = less == greater ? MATCH_COST : MATCH_RANGE_COST;
        double rows = Math.floor(cost / MATCH_ROW_COST);
        for (int i = 1; i < matches; i++) {
            cost *= MORE_MATCHES;
            rows = Math.floor(rows / 2);
        }
        return found.withCost(cost, Math.max(1, rows));
    }
}
