package org.sqlvm.engine.virtual.files;

import org.sqlvm.api.files.FileFormat;
import org.sqlvm.api.files.FileOptions;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.FileSystem;
import org.sqlvm.engine.file.OpenMode;
import org.sqlvm.engine.file.RandomFile;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;

/**
 * A file in the making. Its bytes are in a file of another name beside it, which takes its name at
 * the end.
 */
public final class FileOutput extends FilterOutputStream {
    private static final int BUFFER_SIZE = 1 << 16;

    private final FileSystem files;
    private final String path;
    private final String making;
    private final RandomFile file;
    private boolean open = true;

    private FileOutput(
            FileSystem files, String path, String making, RandomFile file, OutputStream bytes) {
        super(bytes);
        this.files = files;
        this.path = path;
        this.making = making;
        this.file = file;
    }

    /** How a file is compressed as a whole: none or gzip. */
    private static String compression(FileFormat format, String path, FileOptions options) {
        if (format.compressesItself()) {
            return "none";
        }
        String wanted = options.text("compression");
        String compression = wanted.equals("auto") ? Compressions.ofPath(path) : wanted;
        if (!compression.equals("none") && !compression.equals("gzip")) {
            throw FileOptions.bad("compression", compression, "none or gzip");
        }
        return compression;
    }

    /** Makes a file with the rights of the connection. */
    public static FileOutput create(
            FileFormat format, FileSystem files, String path, FileOptions options)
            throws IOException {
        String compression = compression(format, path, options);
        try {
            String whole = files.canonicalPath(path);
            if (files.exists(whole)) {
                // A folder, or a file that may not be written.
                try (var present = files.open(whole, OpenMode.READ_WRITE)) {
                    if (present.isReadOnly()) {
                        throw new AccessDeniedException(path);
                    }
                }
            }
            String making = whole + "-" + UUID.randomUUID();
            RandomFile file = files.open(making, OpenMode.READ_WRITE_CREATE);
            OutputStream bytes = new Bytes(file);
            OutputStream packed =
                    compression.equals("gzip") ? new GZIPOutputStream(bytes, BUFFER_SIZE) : bytes;
            return new FileOutput(
                    files, whole, making, file, new BufferedOutputStream(packed, BUFFER_SIZE));
        } catch (IllegalArgumentException _) {
            throw SqlException.error("cannot open '" + path + "' for writing");
        }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        out.write(bytes, offset, length);
    }

    /** The file is whole, and gets its name. */
    public void finish() throws IOException {
        out.close();
        file.close();
        files.move(making, path);
        open = false;
    }

    /** The file is given up, unless it is finished. */
    public void abandon() {
        if (!open) {
            return;
        }
        open = false;
        try {
            file.close();
        } catch (IOException _) {
            // It goes in any case.
        }
        try {
            files.delete(making);
        } catch (IOException _) {
            // It has a name that nobody asks for.
        }
    }

    /** Closed by its owner only. */
    @Override
    public void close() throws IOException {
        out.flush();
    }

    private static final class Bytes extends OutputStream {
        private final RandomFile file;
        private long position;

        Bytes(RandomFile file) {
            this.file = file;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            file.write(bytes, offset, length, position);
            position += length;
        }
    }
}
