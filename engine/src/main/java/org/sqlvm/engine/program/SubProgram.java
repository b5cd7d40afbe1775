package org.sqlvm.engine.program;

/**
 * The program of a trigger or of a foreign key's action, which the instruction Program runs. It is
 * made while the statement is compiled that needs it, and may run itself.
 */
public final class SubProgram {
    /** Tells whether the trigger runs already: unequal for different triggers. */
    private final String trigger;
    /** What EXPLAIN calls it. */
    private final String title;

    private Program program;

    /**
     * @param trigger its name; for a foreign key's action anything that no trigger is called
     * @param title what EXPLAIN calls it; empty for a foreign key's action
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

    @Override
    public String toString() {
        return "program";
    }
}
