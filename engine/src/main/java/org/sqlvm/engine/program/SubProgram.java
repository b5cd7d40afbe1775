package org.sqlvm.engine.program;

import java.util.concurrent.atomic.AtomicReference;

/**
 * The program of a trigger or of a foreign key's action, which the instruction Program runs. It is
 * made while the first statement is compiled that needs it, and may run itself.
 */
public final class SubProgram {
    /** The text before the name of a trigger in {@link #title}. */
    public static final String TRIGGER_TITLE = "-- TRIGGER ";

    /** The executable form of a subprogram, which the engine that runs programs makes of it. */
    public interface Routine {
        SubProgram program();
    }

    /** Tells whether the trigger runs already: unequal for different triggers. */
    private final String trigger;
    /** The program's name in EXPLAIN. */
    private final String title;

    private Program program;
    private final AtomicReference<Routine> routine = new AtomicReference<>();

    /**
     * @param trigger its name; for a foreign key's action anything that no trigger is called
     * @param title its name in EXPLAIN; empty for a foreign key's action
     */
    public SubProgram(String trigger, String title) {
        this.trigger = trigger;
        this.title = title;
    }

    public String title() {
        return title;
    }

    public String trigger() {
        return trigger;
    }

    /** Returns the program's name for tools. */
    public String name() {
        return title.isEmpty()
                ? "foreign key"
                : "trigger " + title.substring(TRIGGER_TITLE.length());
    }

    /** Whether the code is known yet: a program that runs itself is not, while it is made. */
    boolean isMade() {
        return program != null;
    }

    /** The code, once all of it is known. */
    public Program program() {
        assert program != null : trigger;
        return program;
    }

    public void set(Program compiled) {
        assert program == null : trigger;
        program = compiled;
    }

    /** Returns the executable form; null until it is made. */
    public Routine routine() {
        return routine.get();
    }

    /** Sets the executable form, unless there is one already; returns the one that it has now. */
    public Routine keep(Routine made) {
        assert made.program() == this : made;
        return routine.compareAndSet(null, made) ? made : routine.get();
    }

    @Override
    public String toString() {
        return "program";
    }
}
