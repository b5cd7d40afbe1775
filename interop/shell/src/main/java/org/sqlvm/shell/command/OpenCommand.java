package org.sqlvm.shell.command;

import org.sqlvm.api.Backup;
import org.sqlvm.api.Database;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.shell.session.Shell;
import org.sqlvm.shell.text.CommandWords;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** {@code .open}: closes the open database and opens another. */
final class OpenCommand {
    private final Shell shell;
    private String name;
    private boolean readOnly;
    private boolean anew;
    private boolean noFollow;
    /** The file is only read, into memory. */
    private boolean deserialize;
    /** The maximum size in bytes; 0 for no limit. */
    private long sizeMax;

    OpenCommand(Shell shell) {
        this.shell = shell;
    }

    private Shell.Outcome failed(String message) {
        shell.report(message);
        return Shell.Outcome.FAILED;
    }

    Shell.Outcome run(List<String> words) {
        for (int i = 1; i < words.size(); i++) {
            String word = words.get(i);
            if (CommandWords.isOption(word, "maxsize") && i + 1 < words.size()) {
                sizeMax = CommandWords.integer(words.get(++i));
                continue;
            }
            String wrong = word.startsWith("-") ? option(word) : name(word);
            if (wrong != null) {
                return failed(wrong);
            }
        }
        if (shell.isSafe() && name != null && !name.equals(Shell.MEMORY)) {
            shell.failIfSafe("open disk-based database files");
        }
        if (anew && name != null) {
            // If the file cannot be removed, opening it reports the error.
            boolean removed = Path.of(shell.resolved(name)).toFile().delete();
            assert removed || !Path.of(shell.resolved(name)).toFile().isFile() : name;
        }
        if (deserialize && name != null) {
            return copied();
        }
        if (noFollow && name != null && Files.isSymbolicLink(Path.of(shell.resolved(name)))) {
            return failed("Error: unable to open database \"" + name
                    + "\": unable to open database file");
        }
        shell.reopen(name == null ? "" : name, readOnly);
        return Shell.Outcome.DONE;
    }

    /** Parses an option; returns an error message, or null. */
    private String option(String word) {
        switch (word.startsWith("--") ? word.substring(2) : word.substring(1)) {
            case "new" -> anew = true;
            case "readonly" -> readOnly = true;
            case "nofollow" -> noFollow = true;
            case "deserialize" -> deserialize = true;
            case "append", "hexdb", "zip" -> {
                return "Error: .open " + word + " is not supported";
            }
            default -> {
                return "unknown option: " + word;
            }
        }
        return null;
    }

    private String name(String word) {
        if (name != null) {
            return "extra argument: \"" + word + "\"";
        }
        name = word;
        return null;
    }

    /** A database in memory with the content of the file, which stays as it is. */
    private Shell.Outcome copied() {
        shell.reopen(Shell.MEMORY, false);
        Database memory = shell.database();
        if (!Files.exists(Path.of(shell.resolved(name)))) {
            return failed("Error: cannot open \"" + name + "\"");
        }
        try (Database file = shell.openReadOnly(name);
                Backup backup = file.backup("main", memory, "main")) {
            backup.step(-1);
            if (sizeMax > 0) {
                int pageSize = memory.fileInfo().pageSize();
                memory.execute("PRAGMA max_page_count = " + sizeMax / pageSize);
            }
            return Shell.Outcome.DONE;
        } catch (SqlvmException e) {
            return failed("Error: unable to open database \"" + name + "\": " + e.getMessage());
        }
    }
}
