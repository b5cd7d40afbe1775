package org.sqlvm.shell.command;

import org.sqlvm.shell.session.Shell;
import org.sqlvm.shell.terminal.ByteSink;
import org.sqlvm.shell.text.CommandWords;
import org.sqlvm.shell.text.Patterns;

import java.util.List;
import java.util.Set;

/** The texts of .help: a line for each command, and more for a single command. */
public final class Help {
    public static final List<String> LINES = """
        .backup ?DB? FILE        Copy DB (default "main") to FILE
           Options:
             --async               Write to FILE without journal and fsync()
        .bail on|off             Stop after the first error.  Default OFF
        .binary on|off           Accepted; output is always binary
        .cd DIRECTORY            Look for files in DIRECTORY from now on
        .changes on|off          Show how many rows each statement changed
        .clone NEWDB             Copy tables and rows into the new file NEWDB
        .databases               List attached databases and their files
        .dbinfo ?DB?             Show the facts in the database's header
        .dump ?OBJECTS?          Print SQL that makes the database again
           Options:
             --data-only            Only INSERT statements
             --newlines             Leave line ends in strings as they are
             --nosys                Without tables such as "sqlite_stat1"
             --preserve-rowids      With ROWID values
           OBJECTS is a LIKE pattern for tables, indexes, triggers or views
        .echo on|off             Print each input before it runs
        .eqp on|off|full|...     Show the query plan before each statement runs
           Other Modes:
              trigger               Like "full"
        .exit ?CODE?             End with exit code CODE
        .explain ?on|off|auto?   Show EXPLAIN as a program.  Default: auto
        .export FILE TABLE       Write the rows of TABLE, or of a query in quotes, to FILE
           Options:
             --format F            csv, json, parquet, arrow; else what the name of FILE ends in
             --schema S            Source table is S.TABLE
           Note: .import takes --format, too, and files named .parquet and .arrow
        .fullschema ?--indent?   Show schema and content of the sqlite_stat tables
        .geopackage on|off       Turn functions for GeoPackages, such as ST_MinX, on or off
        .headers on|off          Show column names above the first row
        .help ?-all? ?PATTERN?   Show help for PATTERN
        .import FILE TABLE       Import data from FILE into TABLE
           Options:
             --ascii               Use \\037 and \\036 as column and row separators
             --csv                 Use , and \\n as column and row separators
             --format F            Read with types, as read_F() does: csv, json, parquet, arrow.
                                   Default for files that end in .parquet, .arrow and .feather
             --skip N              Skip the first N rows of input
             --schema S            Target table to be S.TABLE
             -v                    "Verbose" - increase auxiliary output
           Notes:
             *  If TABLE does not exist, it is created.  The first row of input
                determines the column names.
             *  If neither --csv or --ascii are used, the input mode is derived
                from the ".mode" output mode
             *  If FILE begins with "|" then it is a command that generates the
                input text.
        .indexes ?TABLE?         List indexes
                                   TABLE is a LIKE pattern for their tables
        .limit ?LIMIT?           Show the limits of statements
        .lint OPTIONS            Report potential schema issues.
             Options:
                fkey-indexes     Find missing foreign key indexes
        .mode MODE ?OPTIONS?     Set the output mode
           MODE is one of:
             ascii       Columns/rows end in 0x1F and 0x1E
             box         Tables drawn with Unicode characters
             csv         Comma-separated values
             column      Columns.  (See .width)
             html        Rows of an HTML <table>
             insert      INSERT statements for TABLE
             json        A JSON array
             line        One value a line
             list        Values separated by "|"
             markdown    A Markdown table
             qbox        The same as "box --wrap 60 --quote"
             quote       SQL literals
             table       Tables drawn in ASCII
             tabs        Values separated by tabs
             tcl         Strings quoted as in C and Tcl
           OPTIONS: (for columnar modes or insert mode):
             --wrap N       No value wider than N characters
             --wordwrap B   Whether to wrap between words (on/off)
             --ww           The same as "--wordwrap 1"
             --quote        Values as SQL literals
             --noquote      Values as they are
             TABLE          The table of "insert" mode
        .nullvalue STRING        Show STRING for NULL
        .once ?OPTIONS? ?FILE?   Send the output of the next input to FILE
             If FILE begins with '|' it is a command that reads the output
               --bom  Begin with a byte-order mark
        .open ?OPTIONS? ?FILE?   Close the database and open FILE
             Options:
                --deserialize   Read FILE into memory, and leave it alone
                --maxsize N     Let the copy of --deserialize not grow beyond N bytes
                --new           Empty FILE first
                --nofollow      Refuse symbolic links
                --readonly      Do not write
        .output ?FILE?           Send output to FILE, or back to the terminal
           If FILE begins with '|' it is a command that reads the output
           Options:
             --bom                 Begin with a byte-order mark
        .page N                  Show page N of the file: header, cells, bytes
        .parameter CMD ...       Manage SQL parameter bindings
           clear                   Erase all bindings
           init                    Initialize the TEMP table that holds bindings
           list                    List the current parameter bindings
           set PARAMETER VALUE     Given SQL parameter PARAMETER a value of VALUE
                                   PARAMETER should start with one of: $ : @ ?
           unset PARAMETER         Remove PARAMETER from the binding table
        .print STRING...         Print STRING
        .prompt MAIN CONTINUE    Set the prompts
        .quit                    End
        .read FILE               Run the SQL and dot-commands of FILE
            If FILE begins with "|" it is a command that prints them
        .recover                 Print SQL for all that can still be read of a damaged database
           --ignore-freelist        Without pages that are on the freelist
           --lost-and-found TABLE   Another name for the table lost_and_found
           --no-rowids              Without rowids that no column shows
        .restore ?DB? FILE       Replace the content of DB (default "main") by that of FILE
        .save ?OPTIONS? FILE     The same as ".backup"
        .scanstats on|off|vm     Show what each step of a statement has read and given
           vm                      Each instruction instead, with its time
        .schema ?PATTERN?        Show CREATE statements of tables matching PATTERN
           Options:
              --indent             Break long statements into lines
              --nosys              Without objects named "sqlite_..."
        .separator COL ?ROW?     Set what stands between columns and rows
        .sha3sum ...             Compute a SHA3 hash of the database's content
            Options:
              --schema              Hash sqlite_schema, too
              --sha3-224            Use SHA3 with 224 bits (default), or
              --sha3-256            with 256,
              --sha3-384            with 384,
              --sha3-512            or with 512
            Any other argument is a LIKE pattern for tables to hash
        .shell CMD ARGS...       Run CMD of the operating system
        .show                    Show all settings
        .system CMD ARGS...      Run CMD of the operating system
        .tables ?TABLE?          List tables and views matching LIKE pattern TABLE
        .timeout MS              Wait up to MS milliseconds for locks
        .timer on|off            Show how long each input took
        .version                 Show versions
        .width NUM1 NUM2 ...     Set minimum widths of columns
             Negative values right-justify\
        """.lines().toList();

    /** Lines about what sqlite3 does not have. */
    private static final Set<String> OWN = Set.of(
            "     --format F            Read with types, as read_F() does: csv, json, parquet,"
                    + " arrow.",
            "                           Default for files that end in .parquet, .arrow and"
                    + " .feather");

    private final ByteSink out;

    Help(ByteSink out) {
        this.out = out;
    }

    Shell.Outcome run(List<String> words) {
        if (words.size() < 2) {
            LINES.stream().filter(Help::isCommand).forEach(out::line);
        } else if (!show(words.get(1))) {
            out.line("Nothing matches '" + words.get(1) + "'");
        }
        return Shell.Outcome.DONE;
    }

    /** Shows how a command is used, as sqlite3 does where one is used otherwise. */
    void usage(String command) {
        int line = LINES.indexOf(LINES.stream()
                .filter(text -> text.startsWith("." + command + " "))
                .findFirst()
                .orElseThrow());
        do {
            if (!OWN.contains(LINES.get(line))) {
                out.line(LINES.get(line));
            }
            line++;
        } while (line < LINES.size() && !isCommand(LINES.get(line)));
    }

    /** Shows what matches. Gives whether anything did. */
    boolean show(String pattern) {
        if (pattern.startsWith("0")
                || pattern.equals("-a")
                || CommandWords.isOption(pattern, "all")) {
            LINES.forEach(out::line);
            return true;
        }
        int count = 0;
        int only = 0;
        for (int i = 0; i < LINES.size(); i++) {
            if (Patterns.glob("." + pattern + "*", LINES.get(i))) {
                out.line(LINES.get(i));
                only = i;
                count++;
            }
        }
        if (count == 1) {
            details(only);
        }
        return count > 0 || containing("%" + pattern + "%");
    }

    private boolean containing(String pattern) {
        boolean found = false;
        int command = 0;
        for (int i = 0; i < LINES.size(); i++) {
            if (isCommand(LINES.get(i))) {
                command = i;
            }
            if (Patterns.like(pattern, LINES.get(i))) {
                out.line(LINES.get(command));
                i = details(command);
                found = true;
            }
        }
        return found;
    }

    /** Gives the index of the last line. */
    private int details(int command) {
        int i = command;
        while (i + 1 < LINES.size() && !isCommand(LINES.get(i + 1))) {
            out.line(LINES.get(++i));
        }
        return i;
    }

    public static boolean isCommand(String line) {
        return line.startsWith(".");
    }
}
