package org.sqlvm.test.writes;

import org.sqlvm.test.engines.Dice;

import java.util.List;

/** PRAGMAs, VACUUM, ATTACH, DROP and the like, of a {@link RandomScript}. */
final class WideSettings {
    private final Dice dice;
    private final ScriptModel model;

    WideSettings(Dice dice, ScriptModel model) {
        this.dice = dice;
        this.model = model;
    }

    /** Returns the statements that a script begins with. */
    List<String> first(String encoding) {
        return List.of(
                "PRAGMA synchronous = OFF",
                "PRAGMA encoding = '" + encoding + "'",
                "PRAGMA page_size = " + dice.any("512", "1024", "4096"),
                "PRAGMA auto_vacuum = " + dice.any("NONE", "NONE", "FULL", "INCREMENTAL"));
    }

    private String schema() {
        return dice.any("", "", "main.", "temp.", model.hasAttached() ? "aux1." : "");
    }

    /** One or two statements. */
    List<String> statements() {
        return switch (dice.below(10)) {
            case 0, 1 -> List.of(drop());
            case 2 -> List.of(vacuum());
            case 3 -> vacuumInto();
            case 4 -> attach();
            case 5 -> List.of(change());
            case 6 ->
                dice.chance(80) || model.tables().isEmpty()
                        ? List.of(change())
                        : List.of(
                                "PRAGMA query_only = ON",
                                "DELETE FROM " + dice.any(model.tables()).path(),
                                dice.any("BEGIN", "BEGIN IMMEDIATE", "REINDEX", "ANALYZE"),
                                "PRAGMA query_only = OFF");
            default -> List.of(question());
        };
    }

    private String drop() {
        List<ScriptModel.Named> indexes = model.others("index");
        List<ScriptModel.Named> triggers = model.others("trigger");
        return switch (dice.below(4)) {
            case 0 ->
                indexes.isEmpty()
                        ? "REINDEX"
                        : dice.any("DROP INDEX ", "DROP INDEX ", "REINDEX ", "ANALYZE ")
                                + dice.any(indexes).path();
            case 1, 2 ->
                triggers.isEmpty()
                        ? "ANALYZE"
                        : "DROP TRIGGER " + dice.any(triggers).path();
            default ->
                model.views().isEmpty()
                        ? "DROP VIEW IF EXISTS y0"
                        : "DROP VIEW " + dice.any(model.views()).path();
        };
    }

    private String vacuum() {
        return "VACUUM" + dice.any("", "", "", " main", " temp", " aux1");
    }

    /** The copy is looked at under the name {@code copy}. */
    private List<String> vacuumInto() {
        String name = "'$DIR/v" + dice.below(9) + ".db'";
        String vacuum = "VACUUM" + dice.any("", " main", " aux1") + " INTO " + name;
        return dice.chance(30)
                ? List.of(vacuum)
                : List.of(
                        vacuum,
                        "ATTACH " + name + " AS copy",
                        "PRAGMA copy.page_count",
                        "DETACH copy");
    }

    private List<String> attach() {
        String file = dice.any("'$DIR/a.db'", "'$DIR/b.db'", "':memory:'", "''");
        // SQLite forgets temporary triggers of a database that has gone.
        boolean held = model.others("trigger").stream()
                .anyMatch(trigger -> trigger.schema().equals("temp"));
        if (model.hasAttached() && held) {
            return List.of("VACUUM aux1");
        }
        return model.hasAttached()
                ? List.of(
                        "DETACH aux1", "ATTACH " + file + " AS aux1", "PRAGMA aux1.synchronous = 0")
                : List.of("ATTACH " + file + " AS aux1", "PRAGMA aux1.synchronous = 0");
    }

    private String change() {
        String on = dice.any("ON", "OFF");
        return "PRAGMA "
                + switch (dice.below(12)) {
                    case 0 -> "legacy_alter_table = " + dice.any("ON", "OFF", "OFF");
                    case 1 -> "legacy_alter_table = OFF";
                    case 2 -> "ignore_check_constraints = " + on;
                    case 3 -> schema() + "secure_delete = " + on;
                    case 4 -> schema() + "auto_vacuum = " + dice.any("NONE", "FULL", "INCREMENTAL");
                    case 5 -> schema() + "page_size = " + dice.any("512", "1024", "2048");
                    case 6 -> schema() + "incremental_vacuum(" + dice.below(4) + ")";
                    case 7 -> schema() + "application_id = " + dice.below(9);
                    case 8 ->
                        schema() + "journal_mode = "
                                + dice.any("DELETE", "TRUNCATE", "PERSIST", "MEMORY", "WAL");
                    case 9 -> schema() + "user_version = " + dice.below(9);
                    case 10 -> "cache_spill = " + on;
                    default -> "recursive_triggers = " + on;
                };
    }

    private String question() {
        String table =
                model.tables().isEmpty() ? "t0" : dice.any(model.tables()).name();
        String schema = schema();
        return "PRAGMA "
                + switch (dice.below(12)) {
                    case 0 -> "foreign_keys";
                    case 1 -> schema + "foreign_key_check(" + table + ")";
                    case 2 -> schema + "integrity_check(" + table + ")";
                    case 3 -> schema + "quick_check";
                    case 4 -> schema + "table_info(" + table + ")";
                    case 5 -> schema + "table_xinfo(" + table + ")";
                    case 6 -> schema + "index_list(" + table + ")";
                    case 7 -> schema + "foreign_key_list(" + table + ")";
                    case 8 -> schema + "schema_version";
                    case 9 -> schema + "auto_vacuum";
                    case 10 -> "encoding";
                    default ->
                        model.others("index").isEmpty()
                                ? "user_version"
                                : "index_xinfo("
                                        + dice.any(model.others("index")).name() + ")";
                };
    }
}
