package org.sqlvm.language;

import org.graalvm.polyglot.Context;
import org.sqlvm.engine.file.FileSystem;

/** Gives the databases of a context other files than the machine's. */
public final class FilesOfContext {
    private FilesOfContext() {}

    /** Applies to the databases that are opened from now on. */
    public static void use(FileSystem files, Context context) {
        context.initialize(SqlvmLanguage.ID);
        context.enter();
        try {
            SqlvmContext.get(null).databases().useFiles(files);
        } finally {
            context.leave();
        }
    }
}
