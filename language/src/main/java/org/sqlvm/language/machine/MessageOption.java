package org.sqlvm.language.machine;

import java.util.Locale;

/**
 * When the line about what compiles programs is printed: values of {@code sqlvm.RuntimeMessage}.
 */
public enum MessageOption {
    /** If parts of Graal's compiler are there that do not fit. */
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
            case AUTO -> compilation.isMistake();
        };
    }
}
