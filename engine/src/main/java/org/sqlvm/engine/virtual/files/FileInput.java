package org.sqlvm.engine.virtual.files;

import org.sqlvm.api.files.FileOptions;
import org.sqlvm.api.files.InputFile;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.FileStamp;
import org.sqlvm.engine.file.FileSystem;
import org.sqlvm.engine.file.OpenMode;
import org.sqlvm.engine.file.RandomFile;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;

/**
 * A file that is read as a table, opened with the rights of the connection. Our own formats of text
 * need more of it than others: bytes from the middle on.
 *
 * @param path as the user has written it, or as a pattern has found it
 */
public record FileInput(FileSystem files, String path, FileOptions options) implements InputFile {
    private static final int MARK_SIZE = 3;

    @Override
    public long size() {
        return stamp().size();
    }

    @Override
    public RuntimeException error(String what) {
        return FileError.of(path, what);
    }

    @Override
    public RuntimeException error(long line, String what) {
        return FileError.at(path, line, what);
    }

    @Override
    public RandomFile open() {
        try {
            return files.open(files.canonicalPath(path), OpenMode.READ_ONLY);
        } catch (IOException | IllegalArgumentException _) {
            // A path with a NUL is no path.
            throw SqlException.error("cannot open '" + path + "' for reading");
        }
    }

    /** The same file later. */
    public FileStamp stamp() {
        try {
            return files.stamp(files.canonicalPath(path));
        } catch (IOException | IllegalArgumentException _) {
            throw SqlException.error("cannot open '" + path + "' for reading");
        }
    }

    /** How its bytes are compressed: none, gzip, or what a library brings. */
    String compression() {
        String wanted = options.text("compression");
        return wanted == null || wanted.equalsIgnoreCase("auto")
                ? Compressions.ofPath(path)
                : wanted.toLowerCase(Locale.ROOT);
    }

    public boolean isCompressed() {
        return !compression().equals("none");
    }

    /** Its bytes as they are, from one of them. */
    InputStream bytes(long start) {
        return new FileBytes(open(), start);
    }

    /** Where its text begins if its bytes are UTF-8 as they are; -1 if they are not. */
    int textStart() {
        String encoding = options.text("encoding");
        if (isCompressed()
                || (encoding != null && !charset(encoding).equals(StandardCharsets.UTF_8))) {
            return -1;
        }
        try (InputStream bytes = bytes(0)) {
            byte[] first = bytes.readNBytes(MARK_SIZE);
            boolean utf16 = starts(first, 0xFF, 0xFE) || starts(first, 0xFE, 0xFF);
            return starts(first, 0xEF, 0xBB, 0xBF) ? MARK_SIZE : utf16 && encoding == null ? -1 : 0;
        } catch (IOException e) {
            throw broken(e);
        }
    }

    @Override
    public InputStream stream() {
        String compression = compression();
        boolean none = compression.equals("none");
        Compression found = none ? null : Compressions.of(compression);
        if (!none && found == null) {
            throw FileError.of(path, "no module for files compressed by " + compression);
        }
        InputStream bytes = bytes(0);
        if (none) {
            return bytes;
        }
        InputStream content = null;
        try {
            content = found.open(bytes);
            return content;
        } catch (IOException e) {
            throw broken(e);
        } finally {
            if (content == null) {
                closeQuietly(bytes);
            }
        }
    }

    @Override
    public InputStream text() {
        InputStream content = stream();
        InputStream text = null;
        try {
            text = text(content);
            return text;
        } catch (IOException e) {
            throw broken(e);
        } finally {
            if (text == null) {
                closeQuietly(content);
            }
        }
    }

    private InputStream text(InputStream content) throws IOException {
        byte[] first = content.readNBytes(MARK_SIZE);
        String wanted = options.text("encoding");
        Charset charset = wanted == null ? null : charset(wanted);
        int mark = 0;
        if (starts(first, 0xEF, 0xBB, 0xBF)
                && (charset == null || charset.equals(StandardCharsets.UTF_8))) {
            mark = 3;
        } else if (starts(first, 0xFF, 0xFE) && isUtf16(charset)) {
            charset = StandardCharsets.UTF_16LE;
            mark = 2;
        } else if (starts(first, 0xFE, 0xFF) && isUtf16(charset)) {
            charset = StandardCharsets.UTF_16BE;
            mark = 2;
        }
        InputStream rest = new SequenceInputStream(
                new ByteArrayInputStream(first, mark, first.length - mark), content);
        boolean plain = charset == null || charset.equals(StandardCharsets.UTF_8);
        return plain ? rest : new TranscodedStream(rest, charset);
    }

    private static boolean isUtf16(Charset charset) {
        return charset == null || charset.name().startsWith("UTF-16");
    }

    private static boolean starts(byte[] bytes, int... wanted) {
        if (bytes.length < wanted.length) {
            return false;
        }
        for (int i = 0; i < wanted.length; i++) {
            if ((bytes[i] & 0xFF) != wanted[i]) {
                return false;
            }
        }
        return true;
    }

    private static Charset charset(String name) {
        String known = name.equalsIgnoreCase("latin1") || name.equalsIgnoreCase("latin-1")
                ? "ISO-8859-1"
                : name;
        try {
            return Charset.forName(known);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException _) {
            throw FileOptions.bad("encoding", name, "an encoding that is known");
        }
    }

    /** Reads as many bytes as there are, at least one; -1 at the end. */
    int read(InputStream from, byte[] target, int offset, int length) {
        try {
            int count = from.read(target, offset, length);
            assert count != 0 || length == 0 : path;
            return count;
        } catch (IOException e) {
            throw broken(e);
        }
    }

    /** The error of a file whose bytes cannot be read. */
    public SqlException broken(IOException e) {
        String encoding = options.text("encoding");
        String what = e instanceof CharacterCodingException
                ? "not text of the encoding " + (encoding == null ? "UTF-16" : encoding)
                : compression().equals("none")
                        ? "cannot be read"
                        : "damaged, or not compressed by " + compression();
        return FileError.of(path, what);
    }

    static void closeQuietly(InputStream stream) {
        try {
            stream.close();
        } catch (IOException _) {
            // It was read only.
        }
    }
}
