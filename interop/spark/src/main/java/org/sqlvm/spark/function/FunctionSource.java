package org.sqlvm.spark.function;

import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The functions that a catalog has: those stored in its file, if its options trust them, and those
 * that a class registers.
 *
 * @param file the absolute path of the file
 * @param isStored whether functions stored in the file are run
 * @param setup the name of a class with a constructor without parameters that is a
 *     {@code Consumer<Database>} and registers functions; null for none
 * @param types the results' types by the functions' names in small letters; STRING for others
 */
public record FunctionSource(
        String file, boolean isStored, String setup, Map<String, DataType> types)
        implements Serializable {
    /** Before the name of a function in options: the type of its results. */
    private static final String TYPE = "function.";

    /**
     * Reads the options {@code storedFunctions}, {@code functions} and {@code function.NAME}.
     *
     * @param file the catalog's first file
     */
    public static FunctionSource of(String file, CaseInsensitiveStringMap options) {
        Map<String, DataType> types = new HashMap<>();
        for (Map.Entry<String, String> option : options.entrySet()) {
            String key = option.getKey().toLowerCase(Locale.ROOT);
            if (key.startsWith(TYPE)) {
                types.put(key.substring(TYPE.length()), DataType.fromDDL(option.getValue()));
            }
        }
        boolean isStored = options.getBoolean("storedFunctions", false);
        return new FunctionSource(file, isStored, options.get("functions"), types);
    }

    /** Returns the names of the functions, each once. */
    public List<String> names() {
        List<String> names = new ArrayList<>();
        if (isStored || setup != null) {
            try (Database database = open();
                    Rows rows = database.query("SELECT DISTINCT name FROM pragma_function_list"
                            + " WHERE NOT builtin AND type = 's' ORDER BY name")) {
                while (rows.next()) {
                    names.add(rows.getText(0));
                }
            }
        }
        return names;
    }

    DataType type(String function) {
        return types.getOrDefault(function.toLowerCase(Locale.ROOT), DataTypes.StringType);
    }

    /** Opens a connection that has the functions. */
    @SuppressWarnings("unchecked") // The class is checked to be a Consumer.
    Database open() {
        Database database = Sqlvm.opener()
                .readOnly(true)
                .threads(1)
                .storedFunctions(isStored)
                .open(file);
        boolean isOpen = false;
        try {
            if (setup != null) {
                ClassLoader loader = Thread.currentThread().getContextClassLoader();
                Object made = Class.forName(setup, true, loader)
                        .getDeclaredConstructor()
                        .newInstance();
                ((Consumer<Database>) made).accept(database);
            }
            isOpen = true;
            return database;
        } catch (ReflectiveOperationException | ClassCastException wrong) {
            throw new IllegalArgumentException(
                    "the option 'functions' names no class that registers functions: " + setup,
                    wrong);
        } finally {
            if (!isOpen) {
                database.close();
            }
        }
    }
}
