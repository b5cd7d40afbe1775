package org.sqlvm.language.values;

import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.TruffleLanguage;

/**
 * The class of the language, which objects name as theirs when another language asks. It is set by
 * that class itself, when it is loaded: it stands above all that the language is made of, so
 * nothing below can name it. No object is seen by another language before that.
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
