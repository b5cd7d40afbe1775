package org.sqlvm.arrow.files;

/** What is wrong with a file, without its name. */
final class DamagedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DamagedException(String what) {
        super(what, null, false, false);
    }
}
