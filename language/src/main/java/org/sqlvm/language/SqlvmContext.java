package org.sqlvm.language;

import com.oracle.truffle.api.TruffleLanguage.ContextReference;
import com.oracle.truffle.api.nodes.Node;

import org.sqlvm.language.database.OpenDatabases;
import org.sqlvm.language.interop.BindingsObject;

/**
 * The state of one context.
 *
 * @param bindings show the databases to other languages
 */
record SqlvmContext(OpenDatabases databases, BindingsObject bindings) {
    private static final ContextReference<SqlvmContext> REFERENCE =
            ContextReference.create(SqlvmLanguage.class);

    /** The one that the thread is in. */
    static SqlvmContext get(Node node) {
        return REFERENCE.get(node);
    }
}
