package org.sqlvm.server.rows;

import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.error.SqlState;
import org.sqlvm.server.settings.SessionParameters;
import org.sqlvm.server.sql.SqlTokens;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * The options of COPY (postgresql.org/docs/current/sql-copy.html), in their old and new syntax.
 *
 * @param delimiter the character between values
 * @param nullText the text for NULL
 * @param quote the quotation mark of CSV
 * @param escape the character before a quotation mark inside quotes
 */
public record CopyOptions(
        Format format,
        boolean hasHeader,
        byte delimiter,
        String nullText,
        byte quote,
        byte escape) {
    /** The format of the rows in the stream. */
    public enum Format {
        TEXT,
        CSV,
        BINARY,
        /** A stream of Arrow's, of results alone. */
        ARROW;

        /** Whether clients are to take it for bytes. */
        public boolean isBinary() {
            return this == BINARY || this == ARROW;
        }
    }

    /** CSV as it is without options, with the columns' names. */
    public static CopyOptions csvWithHeader() {
        return new CopyOptions(Format.CSV, true, (byte) ',', "", (byte) '"', (byte) '"');
    }

    byte[] nullBytes() {
        return nullText.getBytes(StandardCharsets.UTF_8);
    }

    /** Reads options up to the end of the statement. */
    public static CopyOptions parse(SqlTokens tokens) {
        Parser parser = new Parser(tokens);
        tokens.accept("WITH");
        if (tokens.accept('(')) {
            parser.parseNew();
        } else {
            parser.parseOld();
        }
        return parser.options();
    }

    private static final class Parser {
        private final SqlTokens tokens;
        private Format format = Format.TEXT;
        private boolean hasHeader;
        private byte delimiter;
        private String nullText;
        private byte quote;
        private byte escape;

        Parser(SqlTokens tokens) {
            this.tokens = tokens;
        }

        CopyOptions options() {
            boolean isCsv = format == Format.CSV;
            if (delimiter == 0) {
                delimiter = (byte) (isCsv ? ',' : '\t');
            }
            if (nullText == null) {
                nullText = isCsv ? "" : "\\N";
            }
            if (quote == 0) {
                quote = '"';
            }
            return new CopyOptions(
                    format, hasHeader, delimiter, nullText, quote, escape == 0 ? quote : escape);
        }

        /** {@code (FORMAT csv, HEADER true)}; {@code tokens} is behind the parenthesis. */
        void parseNew() {
            do {
                String name = tokens.expectName().toUpperCase(Locale.ROOT);
                String value = null;
                if (!tokens.isSymbol(',') && !tokens.isSymbol(')')) {
                    value = tokens.value();
                    skipValue();
                }
                set(name, value);
            } while (tokens.accept(','));
            tokens.expect(')');
        }

        /** A name, or names in parentheses. */
        private void skipValue() {
            if (tokens.accept('(')) {
                while (!tokens.accept(')')) {
                    if (tokens.kind() == SqlTokens.Kind.END) {
                        throw tokens.error();
                    }
                    tokens.next();
                }
            } else {
                tokens.next();
            }
        }

        /** {@code CSV HEADER DELIMITER AS ';'}. */
        void parseOld() {
            while (tokens.kind() != SqlTokens.Kind.END && !tokens.isSymbol(';')) {
                String name = tokens.word();
                tokens.next();
                switch (name) {
                    case "BINARY", "CSV" -> format = Format.valueOf(name);
                    case "HEADER" -> hasHeader = true;
                    case "DELIMITER", "DELIMITERS", "NULL", "QUOTE", "ESCAPE", "ENCODING" -> {
                        tokens.accept("AS");
                        set(name, tokens.value());
                        tokens.next();
                    }
                    default -> throw tokens.error();
                }
            }
        }

        private void set(String name, String value) {
            switch (name) {
                case "FORMAT" -> format = format(value);
                case "HEADER" -> hasHeader = isTrue(value);
                case "DELIMITER", "DELIMITERS" -> delimiter = oneByte(name, value);
                case "NULL" -> nullText = value == null ? "" : value;
                case "QUOTE" -> quote = oneByte(name, value);
                case "ESCAPE" -> escape = oneByte(name, value);
                case "ENCODING" -> new SessionParameters().set("client_encoding", value);
                case "FREEZE" -> {}
                default -> throw ServerError.notSupported("COPY option " + name);
            }
        }

        private static Format format(String value) {
            for (Format format : Format.values()) {
                if (format.name().equalsIgnoreCase(value)) {
                    return format;
                }
            }
            throw new ServerError(
                    SqlState.INVALID_PARAMETER_VALUE,
                    "COPY format \"" + value + "\" not recognized");
        }

        private static boolean isTrue(String value) {
            return value == null
                    || value.equalsIgnoreCase("true")
                    || value.equalsIgnoreCase("on")
                    || value.equals("1");
        }

        private static byte oneByte(String name, String value) {
            boolean isOne = value != null
                    && value.length() == 1
                    && value.charAt(0) < 0x80
                    && value.charAt(0) != '\n'
                    && value.charAt(0) != '\r';
            if (!isOne) {
                throw new ServerError(
                        SqlState.INVALID_PARAMETER_VALUE,
                        "COPY " + name.toLowerCase(Locale.ROOT)
                                + " must be a single one-byte character");
            }
            return (byte) value.charAt(0);
        }
    }
}
