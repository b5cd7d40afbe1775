package org.sqlvm.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The state that the page keeps from visit to visit: the texts of its tabs and their history. The
 * server keeps it, and not the browser, for which each port is another site. The content is the
 * page's own.
 */
final class SavedState {
    private static final String NONE = "null";
    private static final int NAME_LENGTH = 32;

    private final Path folder;
    private final Path file;

    private SavedState(Path folder, Path file) {
        this.folder = folder;
        this.file = file;
    }

    /** $XDG_STATE_HOME/sqlvm/console (specifications.freedesktop.org/basedir-spec). */
    static Path userFolder() {
        String home = System.getenv("XDG_STATE_HOME");
        Path base = home != null && home.startsWith("/")
                ? Path.of(home)
                : Path.of(System.getProperty("user.home"), ".local", "state");
        return base.resolve("sqlvm").resolve("console");
    }

    /** @param database its name; one in memory shares the state with others */
    static SavedState of(Path folder, String database) {
        String name = database.startsWith(":") || database.startsWith("file:")
                ? database
                : Path.of(database).toAbsolutePath().normalize().toString();
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(name.getBytes(UTF_8));
            String hex = HexFormat.of().formatHex(hash).substring(0, NAME_LENGTH);
            return new SavedState(folder, folder.resolve(hex + ".json"));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    /** The state in JSON; {@code null} if there is none. */
    byte[] read() throws IOException {
        return Files.exists(file) ? Files.readAllBytes(file) : NONE.getBytes(UTF_8);
    }

    /** Replaces the state as a whole. Others of the machine cannot read it. */
    void write(byte[] state) throws IOException {
        boolean hasRights = folder.getFileSystem().supportedFileAttributeViews().contains("posix");
        Files.createDirectories(folder.getParent());
        try {
            Files.createDirectory(folder, rights(hasRights, "rwx------"));
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(folder)) {
                throw e;
            }
        }
        Path fresh = Files.createTempFile(folder, "state", ".tmp", rights(hasRights, "rw-------"));
        try {
            Files.write(fresh, state);
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    private static FileAttribute<?>[] rights(boolean hasRights, String rights) {
        return hasRights
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(rights))
                }
                : new FileAttribute<?>[0];
    }
}
