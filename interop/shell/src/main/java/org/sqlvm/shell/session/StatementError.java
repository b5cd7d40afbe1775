package org.sqlvm.shell.session;

import org.sqlvm.api.SqlvmException;
import org.sqlvm.shell.text.StatementReader;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * A statement's error in sqlite3's words: the phase, the message, the result code, and the position
 * of a syntax error.
 *
 * @param code SQLite's result code without its extension
 * @param text the message, code and position
 */
public record StatementError(Phase phase, int code, String text) {
    enum Phase {
        PREPARE("in prepare", "Parse error"),
        STEP("stepping", "Runtime error");

        /** As the message for SQL of the command line says it. */
        final String inArgument;
        /** As the message for SQL of a script says it. */
        final String inScript;

        Phase(String inArgument, String inScript) {
            this.inArgument = inArgument;
            this.inScript = inScript;
        }
    }

    /**
     * The maximum number of bytes of SQL shown before the error's position; SHOWN is the maximum in
     * all.
     */
    private static final int BEFORE = 50;

    private static final int SHOWN = 78;
    /** The column from which on the arrow's words are left of it. */
    private static final int ARROW_TURNS = 25;

    private static final String ARROW_BEFORE = "error here ---";

    /** The beginnings of the messages for which sqlite3 shows no position. */
    private static final Pattern WITHOUT_PLACE = Pattern.compile("no such (table|index|collation)"
            + "|duplicate column name|no tables specified|row value misused|missing datatype"
            + "|sub-select returns|ON clause references|error in generated column"
            + "|table .* has (more than one primary key|no column named)");

    static StatementError preparing(SqlvmException e, String sql) {
        return new StatementError(
                Phase.PREPARE,
                primary(e),
                message(e) + (isPlaced(e) ? place(sql, e.position()) : ""));
    }

    private static boolean isPlaced(SqlvmException e) {
        return !WITHOUT_PLACE.matcher(e.getMessage()).lookingAt();
    }

    static StatementError stepping(SqlvmException e) {
        return new StatementError(Phase.STEP, primary(e), message(e));
    }

    /** Returns the message for SQL of the command line. */
    public String inArgument() {
        return "Error: " + phase.inArgument + ", " + text;
    }

    /** Returns the message for SQL that is typed. */
    String typed() {
        return phase.inScript + ": " + text;
    }

    /** Returns the message for SQL of a script. */
    String atLine(int line) {
        return phase.inScript + " near line " + line + ": " + text;
    }

    private static int primary(SqlvmException e) {
        int code = e.code() & 0xff;
        return code == 0 ? 1 : code;
    }

    private static String message(SqlvmException e) {
        int code = primary(e);
        return code > 1 ? e.getMessage() + " (" + code + ")" : e.getMessage();
    }

    private static String place(String sql, int position) {
        if (position < 0 || position > sql.length()) {
            return "";
        }
        byte[] text = sql.getBytes(StandardCharsets.UTF_8);
        int offset = sql.substring(0, position).getBytes(StandardCharsets.UTF_8).length;
        int start = 0;
        while (offset - start > BEFORE) {
            start = afterCharacter(text, start);
        }
        int end = Math.min(text.length, start + SHOWN);
        if (end < text.length) {
            while ((text[end] & 0xc0) == 0x80) {
                end--;
            }
        }
        byte[] shown = Arrays.copyOfRange(text, start, end);
        for (int i = 0; i < shown.length; i++) {
            if (StatementReader.isSpace((char) (shown[i] & 0xff))) {
                shown[i] = ' ';
            }
        }
        int column = offset - start;
        String arrow = column < ARROW_TURNS
                ? " ".repeat(column) + "^--- error here"
                : " ".repeat(column - ARROW_BEFORE.length()) + ARROW_BEFORE + "^";
        return "\n  " + new String(shown, StandardCharsets.UTF_8) + "\n  " + arrow;
    }

    private static int afterCharacter(byte[] utf8, int index) {
        int i = index + 1;
        while (i < utf8.length && (utf8[i] & 0xc0) == 0x80) {
            i++;
        }
        return i;
    }
}
