package org.sqlvm.language.machine;

import java.util.Locale;

/** When the line about the mode of programs is printed: values of {@code sqlvm.RuntimeMessage}. */
public enum MessageOption {
    /** If programs are interpreted although no option asks for that. */
    AUTO,
    ON,
    OFF;

    /** The system property of the same name as the option, for programs that set no options. */
    private static final String PROPERTY = "sqlvm.RuntimeMessage";

    /** Returns the value of the system property; AUTO if it has no known value. */
    public static MessageOption ofProperty() {
        String name = System.getProperty(PROPERTY, "").toUpperCase(Locale.ROOT);
        for (MessageOption message : values()) {
            if (message.name().equals(name)) {
                return message;
            }
        }
        return AUTO;
    }

    boolean isPrinted(Compilation compilation) {
        return switch (this) {
            case ON -> true;
            case OFF -> false;
            case AUTO -> compilation != Compilation.COMPILED && compilation != Compilation.ASKED;
        };
    }
}
