package org.sqlvm.shell.mode;

/**
 * Shows the rows of one statement. Each statement has a new object, so that an implementation may
 * keep state between rows.
 */
public sealed interface OutputMode
        permits ColumnarMode,
                CountMode,
                ExplainMode,
                HtmlMode,
                InsertMode,
                JsonMode,
                LineMode,
                OffMode,
                QueryPlanMode,
                SeparatedMode {

    /** Shows a row, or keeps it for {@link #end}. */
    void row(Cells cells);

    /** Called once after the last row, if there was one, even if an error ended them. */
    default void end() {}
}
