package org.sqlvm.engine.advice;

import java.util.function.Supplier;

/**
 * The program or interface through which a database is opened. A message with advice uses it,
 * because each interface has another name for the same setting, and some do not have it.
 *
 * <p>The door is bound to the thread that opens a database ({@link #open}), and not passed: between
 * the JDBC driver, say, and the engine stand the public API and a polyglot context, whose callers
 * must not have to know of it. It is read once, when the database is opened.
 */
public enum Door {
    /** A polyglot context, and any caller that does not say which interface it is. */
    CONTEXT("for files that are trusted, the option sqlvm.StoredFunctions turns them on", true),

    JAVA("for files that are trusted, storedFunctions(true) of an opener turns them on", true),

    JDBC("for files that are trusted, the property stored_functions=true turns them on", true),

    PYTHON("for files that are trusted, connect(…, stored_functions=True) turns them on", false),

    JAVASCRIPT("a program registers its own with function()", false),

    SHELL("for files that are trusted, the option -stored-functions turns them on", false),

    SERVER("a server runs none", false);

    private static final ScopedValue<Door> CURRENT = ScopedValue.newInstance();

    private final String storedFunctions;
    private final boolean takesLanguages;

    Door(String storedFunctions, boolean takesLanguages) {
        this.storedFunctions = storedFunctions;
        this.takesLanguages = takesLanguages;
    }

    /** Returns the door whose databases are being opened. */
    public static Door current() {
        return CURRENT.orElse(CONTEXT);
    }

    /** Opens something through this door. */
    public <T> T open(Supplier<T> opening) {
        return ScopedValue.where(CURRENT, this).call(opening::get);
    }

    /** Opens something through this door, unless another one that leads to it has been taken. */
    public <T> T openUnlessInside(Supplier<T> opening) {
        return CURRENT.isBound() ? opening.get() : open(opening);
    }

    /** Returns how to turn on functions that are stored in a file, as the end of a sentence. */
    public String storedFunctions() {
        return storedFunctions;
    }

    /** Whether the user decides which languages are in the process. */
    public boolean takesLanguages() {
        return takesLanguages;
    }
}
