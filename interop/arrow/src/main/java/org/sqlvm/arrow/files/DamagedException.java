package org.sqlvm.arrow.files;

/** Damage of a file, described without the file's name. */
final class DamagedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DamagedException(String what) {
        super(what, null, false, false);
    }
}
