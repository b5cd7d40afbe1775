package org.sqlvm.shell.mode;

import org.sqlvm.shell.terminal.ByteSink;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The output modes that can be chosen by name, in the order in which sqlite3 tries abbreviations.
 */
public enum Mode {
    LINE("lines"),
    COLUMN("columns"),
    LIST("list"),
    HTML("html"),
    TCL("tcl"),
    CSV("csv"),
    TABS("tabs"),
    INSERT("insert"),
    QUOTE("quote"),
    ASCII("ascii"),
    MARKDOWN("markdown"),
    TABLE("table"),
    BOX("box"),
    COUNT("count"),
    OFF("off"),
    JSON("json"),
    /** Chosen by .explain on, not by name. */
    EXPLAIN("");

    private final String longName;

    Mode(String longName) {
        this.longName = longName;
    }

    /** The first mode that {@code prefix} abbreviates, or null. */
    public static Mode named(String prefix) {
        for (Mode mode : values()) {
            if (mode != EXPLAIN && mode.longName.startsWith(prefix)) {
                return mode;
            }
        }
        return null;
    }

    /** Returns the names of the modes, for completion. */
    public static List<String> names() {
        return Arrays.stream(values())
                .filter(mode -> mode != EXPLAIN)
                .map(Mode::label)
                .sorted()
                .toList();
    }

    /** The name that .show and .mode print. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public boolean isColumnar() {
        return this == COLUMN || this == MARKDOWN || this == TABLE || this == BOX;
    }

    public OutputMode open(Settings settings, ByteSink out) {
        return switch (this) {
            case LINE -> new LineMode(settings, out);
            case COLUMN -> new ColumnarMode(settings, out, new ColumnFrame(settings.headers));
            case LIST, TABS -> new ListMode(settings, out);
            case HTML -> new HtmlMode(settings, out);
            case TCL -> new TclMode(settings, out);
            case CSV -> new CsvMode(settings, out);
            case INSERT -> new InsertMode(settings, out);
            case QUOTE -> new QuoteMode(settings, out);
            case ASCII -> new ListMode(settings, out);
            case MARKDOWN -> new ColumnarMode(settings, out, new MarkdownFrame());
            case TABLE -> new ColumnarMode(settings, out, new TableFrame());
            case BOX -> new ColumnarMode(settings, out, new BoxFrame());
            case COUNT -> new CountMode(out);
            case OFF -> new OffMode();
            case JSON -> new JsonMode(out);
            case EXPLAIN -> new ExplainMode(settings, out, new int[0]);
        };
    }
}
