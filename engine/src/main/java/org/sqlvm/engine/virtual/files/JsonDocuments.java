package org.sqlvm.engine.virtual.files;

import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.json.Jsonb;

import java.io.InputStream;

/** The documents of a file: one a line, the elements of an array, or one behind the other. */
final class JsonDocuments extends RecordBuffer {
    enum Form {
        /** As the file looks. */
        AUTO,
        LINES,
        ARRAY,
        /** One behind the other, on as many lines as they like. */
        VALUES
    }

    /** What stands instead of the end of a document that is behind the buffer. */
    private static final int MORE = -1;

    private Form form;
    /** The bracket around all has been seen, or its end. */
    private boolean begun;

    private boolean ended;

    private int from;
    private int to;

    JsonDocuments(FileInput file, InputStream input, Form form) {
        super(file, input);
        this.form = form;
    }

    /** Goes to the next document; whether there is one. It need not be well-formed. */
    @Override
    boolean next() {
        line = nextLine;
        return switch (form()) {
            case LINES -> nextLine();
            case ARRAY -> nextElement();
            default -> nextValue();
        };
    }

    /** How the file looks; none of its documents has been given out yet. */
    Form form() {
        if (form == Form.AUTO) {
            findForm();
        }
        return form;
    }

    private void findForm() {
        int first = skipSpace(false);
        if (first == '[') {
            form = Form.ARRAY;
            return;
        }
        form = Form.LINES;
        int end = first < 0 ? size : end(place);
        while (end == MORE) {
            fill();
            end = end(place);
        }
        for (int i = place; i < end; i++) {
            if (buffer[i] == '\n') {
                form = Form.VALUES;
            }
        }
    }

    /** The document; null if it is malformed. A line that has several is taken apart. */
    Jsonb parse() {
        Jsonb document = JsonTexts.parse(text());
        if (document == null && form == Form.LINES) {
            int end = end(from);
            if (end != MORE && end < lastOfLine()) {
                nextLine -= place > to ? 1 : 0;
                to = end;
                place = end;
                document = JsonTexts.parse(text());
            }
        }
        return document;
    }

    /** Where the line ends that the document is, less the white space there. */
    private int lastOfLine() {
        int at = to;
        while (at > from && buffer[at - 1] <= ' ') {
            at--;
        }
        return at;
    }

    /** Goes behind white space, and commas if wanted; the byte that is there, -1 at the end. */
    private int skipSpace(boolean commas) {
        while (place < size || fill()) {
            int read = buffer[place];
            boolean space = read == ' ' || read == '\t' || read == '\n' || read == '\r';
            if (!space && !(commas && read == ',')) {
                line = nextLine;
                return read;
            }
            nextLine += read == '\n' ? 1 : 0;
            place++;
        }
        return -1;
    }

    private boolean nextLine() {
        if (skipSpace(false) < 0 || isAtLimit()) {
            return false;
        }
        int at = place;
        while (true) {
            at = Fields.find('\n', buffer, at, size);
            if (at < size || atEnd) {
                break;
            }
            int read = at - place;
            fill();
            at = place + read;
        }
        from = place;
        to = at;
        place = Math.min(size, at + 1);
        nextLine++;
        return true;
    }

    private boolean nextElement() {
        if (!begun) {
            begun = true;
            if (skipSpace(false) != '[') {
                throw error("no array");
            }
            place++;
        } else if (ended) {
            return false;
        }
        int first = skipSpace(true);
        if (first == ']') {
            place++;
            ended = true;
            if (skipSpace(false) >= 0) {
                throw error("something behind the array");
            }
            return false;
        }
        if (first < 0) {
            throw error(nextLine, "the array does not end");
        }
        return value();
    }

    private boolean nextValue() {
        return skipSpace(false) >= 0 && value();
    }

    private boolean value() {
        int end = end(place);
        while (end == MORE) {
            fill();
            end = end(place);
        }
        from = place;
        to = end;
        for (int i = from; i < to; i++) {
            nextLine += buffer[i] == '\n' ? 1 : 0;
        }
        place = end;
        return true;
    }

    /**
     * Where the value ends that begins at {@code start}; at the end of the file if it does not.
     *
     * @return {@link #MORE} if that is behind the buffer
     */
    private int end(int start) {
        int depth = 0;
        int at = start;
        while (at < size) {
            int read = buffer[at];
            if (read == '"') {
                at = endOfString(at);
                if (at == MORE) {
                    return MORE;
                }
                if (depth == 0) {
                    return at;
                }
                continue;
            }
            boolean opens = read == '{' || read == '[';
            boolean closes = read == '}' || read == ']';
            boolean between = read <= ' ' || read == ',';
            if (depth == 0 && at > start && (opens || closes || between)) {
                return at;
            }
            depth += opens ? 1 : closes ? -1 : 0;
            at++;
            if (closes && depth <= 0) {
                return at;
            }
        }
        return atEnd ? size : MORE;
    }

    private int endOfString(int start) {
        for (int at = start + 1; at < size; at++) {
            int read = buffer[at];
            if (read == '\\') {
                at++;
            } else if (read == '"') {
                return at + 1;
            }
        }
        return atEnd ? size : MORE;
    }

    /** What comes next is known even where a document is malformed. */
    @Override
    boolean isWhole() {
        return true;
    }

    /** The document's text; valid until the next one. */
    Text text() {
        return new Text(buffer, from, to - from);
    }
}
