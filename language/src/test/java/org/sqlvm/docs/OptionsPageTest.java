package org.sqlvm.docs;

import org.graalvm.options.OptionCategory;
import org.graalvm.options.OptionDescriptor;
import org.graalvm.options.OptionStability;
import org.junit.jupiter.api.Test;
import org.sqlvm.language.options.SqlvmOptions;

import java.util.Locale;

/** The tables of options in {@code docs/reference/options.md} are made from the descriptors. */
final class OptionsPageTest {
    private static final String HEAD = """
        | option | values | default | stable | what it does |
        |---|---|---|---|---|
        """;

    @Test
    void optionsAreThose() {
        StringBuilder forUsers = new StringBuilder(HEAD);
        StringBuilder forTests = new StringBuilder(HEAD);
        for (OptionDescriptor option : SqlvmOptions.descriptors()) {
            boolean internal = option.getCategory() == OptionCategory.INTERNAL;
            (internal ? forTests : forUsers).append(row(option));
        }
        new DocsPage("reference/options.md").check("options", forUsers.toString());
        new DocsPage("reference/options.md").check("options for tests", forTests.toString());
    }

    private static String row(OptionDescriptor option) {
        String values = option.getUsageSyntax().replace("|", "`, `");
        Object usual = option.getKey().getDefaultValue();
        String shown = usual instanceof Iterable<?> none && !none.iterator().hasNext()
                ? "none"
                : "`" + usual.toString().toLowerCase(Locale.ROOT) + "`";
        return String.format(
                "| `%s` | `%s` | %s | %s | %s |%n",
                option.getName(),
                values,
                shown,
                option.getStability() == OptionStability.STABLE ? "yes" : "no",
                option.getHelp());
    }
}
