package org.sqlvm.shell;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The recorded output of calls of the shell, kept in a resource, so that a test needs no sqlite3 of
 * a certain version. In the file a call is a line that begins with {@code %%}, followed by its
 * output. Long outputs are cut, and end with their hash.
 */
final class Transcript {
    private static final String CALL = "%% ";
    private static final int SHOWN_MAX = 3_000;
    private static final int FIRST_PRINTABLE = ' ';
    private static final int LAST_PRINTABLE = '~';

    private final Map<String, String> results = new LinkedHashMap<>();

    /** @param resource beside this class; one that is missing is empty */
    static Transcript load(String resource) {
        Transcript transcript = new Transcript();
        try (InputStream in = Transcript.class.getResourceAsStream(resource)) {
            if (in != null) {
                transcript.parse(new String(in.readAllBytes(), StandardCharsets.US_ASCII));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return transcript;
    }

    private void parse(String text) {
        String call = null;
        StringBuilder result = new StringBuilder();
        for (String line : text.lines().toList()) {
            if (line.startsWith(CALL)) {
                add(call, result);
                call = line.substring(CALL.length());
                result.setLength(0);
            } else {
                result.append(line).append('\n');
            }
        }
        add(call, result);
    }

    private void add(String call, StringBuilder result) {
        if (call != null) {
            results.put(call, result.toString());
        }
    }

    /** Returns the call's output in the form of {@link #normal}; null if it was not recorded. */
    String result(ShellCase call) {
        return results.get(key(call));
    }

    void record(ShellCase call, String normal) {
        results.put(key(call), normal);
    }

    void save(Path file) throws IOException {
        StringBuilder text = new StringBuilder();
        results.forEach(
                (call, result) -> text.append(CALL).append(call).append('\n').append(result));
        Files.writeString(file, text, StandardCharsets.US_ASCII);
    }

    private static String key(ShellCase call) {
        return escaped(call.toString()).replace("\n", "\\n");
    }

    /**
     * A result as the file has it: in printable ASCII and lines, with {@code DIR} for the folder.
     *
     * @param result a character for each byte
     */
    static String normal(String result, Path folder) {
        String text = escaped(result.replace(folder.toString(), "DIR"));
        if (!text.endsWith("\n")) {
            text += "\\\n";
        }
        return text.length() <= SHOWN_MAX
                ? text
                : text.substring(0, SHOWN_MAX) + "\\\n... " + text.length()
                        + " characters, SHA-256 " + hash(text) + "\n";
    }

    private static String escaped(String text) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean begins = i == 0 || text.charAt(i - 1) == '\n';
            boolean plain = c >= FIRST_PRINTABLE && c <= LAST_PRINTABLE && c != '\\';
            if (c == '\n' || (plain && !(begins && c == '%'))) {
                out.append(c);
            } else {
                out.append(String.format(c > 0xff ? "\\u%04x" : "\\x%02x", (int) c));
            }
        }
        return out.toString();
    }

    private static String hash(String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of()
                    .formatHex(digest.digest(text.getBytes(StandardCharsets.US_ASCII)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
