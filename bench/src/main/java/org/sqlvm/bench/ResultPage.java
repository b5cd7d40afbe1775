package org.sqlvm.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/** The results that a benchmark prints in Markdown, and saves as JSON. */
public final class ResultPage {
    private static final ObjectMapper JSON =
            new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private ResultPage() {}

    /** A title, and a line for each fact. */
    public static StringBuilder begin(String title, Map<String, Object> facts) {
        StringBuilder text = new StringBuilder("\n# ").append(title).append("\n\n");
        facts.forEach(
                (name, value) -> text.append(name).append(": ").append(value).append("  \n"));
        return text;
    }

    /** A time or a ratio with three digits, roughly; a hyphen if there is none. */
    public static String number(double value) {
        int digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%." + digits + "f", value);
    }

    /**
     * Writes {@code name.md} and {@code name.json}.
     *
     * @param folder is made if it is not there
     * @param page everything that was measured
     */
    public static void write(Path folder, String name, String text, Map<String, Object> page)
            throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve(name + ".md"), text);
        Files.writeString(folder.resolve(name + ".json"), JSON.writeValueAsString(page) + "\n");
    }
}
