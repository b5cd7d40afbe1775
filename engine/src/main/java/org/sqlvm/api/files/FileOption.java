package org.sqlvm.api.files;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * An option of a {@link FileFormat}: {@code header = true} in {@code read_csv('x.csv', header =
 * true)}. A value that is not of its type is an error before the format sees it.
 *
 * @param name in lower case
 * @param standard the value if none is given, as SQL writes it; null for none
 * @param help one sentence for people
 * @param otherNames in lower case
 */
public record FileOption(
        String name, Type type, @Nullable String standard, String help, List<String> otherNames) {
    /** The type of an option's value. */
    public enum Type {
        TEXT,
        /** 1, true, yes or on; 0, false, no or off. */
        FLAG,
        /** An integer from -1. */
        NUMBER,
        /** One character of ASCII, {@code \t}, or nothing. */
        CHARACTER
    }

    public FileOption {
        otherNames = List.copyOf(otherNames);
    }

    /** An option without other names. */
    public FileOption(String name, Type type, @Nullable String standard, String help) {
        this(name, type, standard, help, List.of());
    }
}
