package org.sqlvm.engine.file;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Set;

/**
 * The permissions of a new file.
 *
 * @param mode the permissions; null on systems without them
 * @param owner the owner; null for the user who creates the file
 */
record Permissions(Set<PosixFilePermission> mode, UserPrincipal owner, GroupPrincipal group) {
    /** SQLite's; the process's mask takes some away. */
    static final Permissions OF_NEW_DATABASES =
            new Permissions(PosixFilePermissions.fromString("rw-r--r--"), null, null);

    private static final String SUPER_USER = "root";

    /** Returns the permissions of an existing file. */
    static Permissions of(Path file) throws IOException {
        PosixFileAttributeView view = view(file);
        if (view == null) {
            return new Permissions(null, null, null);
        }
        PosixFileAttributes attributes = view.readAttributes();
        return new Permissions(attributes.permissions(), attributes.owner(), attributes.group());
    }

    private static PosixFileAttributeView view(Path file) {
        return Files.getFileAttributeView(file, PosixFileAttributeView.class);
    }

    /** Makes an empty file, unless there is one. At no time has anybody else access to it. */
    void create(Path file) throws IOException {
        try {
            if (mode == null || view(file) == null) {
                Files.createFile(file);
            } else {
                Files.createFile(file, PosixFilePermissions.asFileAttribute(mode));
                if (owner != null) {
                    completeAfterMask(file);
                }
            }
        } catch (FileAlreadyExistsException _) {
            // Another process was faster.
        }
    }

    /** As in SQLite, the process's mask does not count, and the super-user gives the file away. */
    private void completeAfterMask(Path file) throws IOException {
        PosixFileAttributeView view = view(file);
        PosixFileAttributes made = view.readAttributes();
        if (made.owner().getName().equals(SUPER_USER)) {
            if (!made.owner().equals(owner)) {
                view.setOwner(owner);
            }
            if (!made.group().equals(group)) {
                view.setGroup(group);
            }
        }
        if (!made.permissions().equals(mode)) {
            view.setPermissions(mode);
        }
    }
}
