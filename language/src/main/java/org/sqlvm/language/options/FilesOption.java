package org.sqlvm.language.options;

/** Whose files databases are in: values of the option {@code sqlvm.Files}. */
public enum FilesOption {
    /** The machine's, if the context has them and may call native code; else the context's. */
    AUTO,
    /** The files of the context's file system, whatever that is. */
    CONTEXT,
    /** The machine's, around a file system that the embedder has installed. */
    MACHINE
}
