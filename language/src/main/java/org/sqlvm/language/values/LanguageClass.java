package org.sqlvm.language.values;

import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.TruffleLanguage;

/**
 * The class of the language, which objects return to other languages as theirs. That class sets it
 * itself, when it is loaded: it depends on all packages of the language, so none of them can name
 * it. No object is passed to another language before that.
 */
public final class LanguageClass {
    @CompilationFinal
    private static Class<? extends TruffleLanguage<?>> type;

    private LanguageClass() {}

    /** Called once, before there are contexts. */
    public static void set(Class<? extends TruffleLanguage<?>> language) {
        type = language;
    }

    public static Class<? extends TruffleLanguage<?>> get() {
        assert type != null;
        return type;
    }
}
