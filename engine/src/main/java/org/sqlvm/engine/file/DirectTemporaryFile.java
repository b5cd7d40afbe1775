package org.sqlvm.engine.file;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A temporary file of the machine. If the system allows it the file loses its name once it is open,
 * so that nothing is left of it even if the process is killed; otherwise it is deleted when it is
 * closed, or with the process.
 *
 * <p>A {@link RandomAccessFile}, since a {@code FileChannel} closes itself when its thread is
 * interrupted.
 */
final class DirectTemporaryFile implements RandomFile {
    private final RandomAccessFile file;
    /** Null if the file has no name any more. */
    private final Path path;

    private DirectTemporaryFile(RandomAccessFile file, Path path) {
        this.file = file;
        this.path = path;
    }

    static RandomFile create(Path folder) throws IOException {
        Path path = Files.createTempFile(folder, TemporaryPlaces.PREFIX, "");
        RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
        try {
            Files.delete(path);
            return new DirectTemporaryFile(file, null);
        } catch (IOException _) {
            path.toFile().deleteOnExit();
            return new DirectTemporaryFile(file, path);
        }
    }

    @Override
    public int read(byte[] target, int offset, int length, long position) throws IOException {
        return SharedHandle.read(file, target, offset, length, position);
    }

    @Override
    public void write(byte[] source, int offset, int length, long position) throws IOException {
        file.seek(position);
        file.write(source, offset, length);
    }

    @Override
    public void truncate(long size) throws IOException {
        file.setLength(size);
    }

    @Override
    public void close() throws IOException {
        file.close();
        if (path != null) {
            Files.deleteIfExists(path);
        }
    }
}
