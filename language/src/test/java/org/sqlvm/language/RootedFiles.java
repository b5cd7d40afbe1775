package org.sqlvm.language;

import org.graalvm.polyglot.io.FileSystem;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The file system of an embedder: its root is a folder, names in {@code /forbidden} are refused,
 * and what was opened is known.
 */
final class RootedFiles implements FileSystem {
    private final FileSystem machine = FileSystem.newDefaultFileSystem();
    private final Path root;
    private Path current = Path.of("/");

    /** Paths in this file system that were opened, and did not fail. */
    final Set<String> opened = new TreeSet<>();

    /** Those of temporary files, when they are opened. */
    final Set<String> temporaryPermissions = new TreeSet<>();

    RootedFiles(Path root) {
        this.root = root;
    }

    private Path real(Path path) {
        Path absolute = toAbsolutePath(path).normalize();
        if (absolute.startsWith("/forbidden")) {
            throw new SecurityException("forbidden");
        }
        if (absolute.startsWith("/broken")) {
            throw new IllegalStateException("broken");
        }
        return root.resolve(Path.of("/").relativize(absolute).toString());
    }

    @Override
    public Path parsePath(URI uri) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Path parsePath(String path) {
        return Path.of(path);
    }

    @Override
    public void checkAccess(Path path, Set<? extends AccessMode> modes, LinkOption... options)
            throws IOException {
        machine.checkAccess(real(path), modes, options);
    }

    @Override
    public void createDirectory(Path folder, FileAttribute<?>... attributes) throws IOException {
        machine.createDirectory(real(folder), attributes);
    }

    @Override
    public void delete(Path path) throws IOException {
        machine.delete(real(path));
    }

    @Override
    public SeekableByteChannel newByteChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        SeekableByteChannel channel = machine.newByteChannel(real(path), options, attributes);
        String name = toAbsolutePath(path).normalize().toString();
        opened.add(name);
        if (name.startsWith("/tmp/")) {
            temporaryPermissions.add(
                    PosixFilePermissions.toString(Files.getPosixFilePermissions(real(path))));
        }
        return channel;
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(
            Path folder, DirectoryStream.Filter<? super Path> filter) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Path toAbsolutePath(Path path) {
        return current.resolve(path);
    }

    @Override
    public Path toRealPath(Path path, LinkOption... options) throws IOException {
        Path real = machine.toRealPath(real(path), options);
        return Path.of("/").resolve(root.toRealPath().relativize(real));
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options)
            throws IOException {
        return machine.readAttributes(real(path), attributes, options);
    }

    @Override
    public void setCurrentWorkingDirectory(Path folder) {
        current = folder;
    }

    @Override
    public Path getTempDirectory() {
        return Path.of("/tmp");
    }
}
