package org.sqlvm.engine.virtual;

import org.sqlvm.api.ModuleTable;
import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.ScanRequest;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.sql.Identifiers;
import org.sqlvm.engine.virtual.module.CursorContext;
import org.sqlvm.engine.virtual.module.EngineModule;
import org.sqlvm.engine.virtual.module.EngineTable;
import org.sqlvm.engine.virtual.module.ModuleCall;
import org.sqlvm.engine.virtual.module.ModuleHost;
import org.sqlvm.engine.virtual.module.VirtualCursor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * {@code USING csv(filename='x.csv', header=yes)}: a file of comma-separated values
 * (sqlite.org/csv.html, RFC 4180). Every field is TEXT; a row that is too short ends in NULLs.
 *
 * <p>A table that reads a file is one of temp, unlike SQLite's: a database that somebody else has
 * made must not choose which files are read.
 */
final class CsvModule implements EngineModule {
    private static final double COST = 1_000_000;
    private static final int COLUMN_COUNT_MAX = 2000;

    /** What stands in the parentheses. */
    private static final class Parameters {
        private final Map<String, String> texts = new HashMap<>();
        private Boolean header;
        private int columns = -1;

        static Parameters of(List<String> arguments) {
            Parameters parameters = new Parameters();
            arguments.forEach(parameters::add);
            boolean named = parameters.texts.containsKey("filename");
            if (named == parameters.texts.containsKey("data")) {
                throw SqlException.error("must specify either filename= or data= but not both");
            }
            return parameters;
        }

        private void add(String argument) {
            int equals = argument.indexOf('=');
            String name = (equals < 0 ? argument : argument.substring(0, equals))
                    .strip()
                    .toLowerCase(Locale.ROOT);
            String value =
                    equals < 0 ? null : unquoted(argument.substring(equals + 1).strip());
            switch (name) {
                case "filename", "data", "schema" -> {
                    if (value == null) {
                        throw bad(argument);
                    }
                    if (texts.put(name, value) != null) {
                        throw repeated(name);
                    }
                }
                case "header" -> {
                    if (header != null) {
                        throw repeated(name);
                    }
                    header = value == null ? Boolean.TRUE : truth(value, argument);
                }
                case "columns" -> {
                    if (columns > 0) {
                        throw repeated(name);
                    }
                    columns = number(value, argument);
                    if (columns <= 0) {
                        throw SqlException.error("column= value must be positive");
                    }
                }
                default -> throw bad(argument);
            }
        }

        private static int number(String value, String argument) {
            try {
                return Math.min(Integer.parseInt(value), COLUMN_COUNT_MAX + 1);
            } catch (NumberFormatException e) {
                throw bad(argument);
            }
        }

        private static Boolean truth(String value, String argument) {
            return switch (value.toLowerCase(Locale.ROOT)) {
                case "yes", "on", "true", "1" -> Boolean.TRUE;
                case "no", "off", "false", "0" -> Boolean.FALSE;
                default -> throw bad(argument);
            };
        }

        private static SqlException bad(String argument) {
            return SqlException.error("bad parameter: '" + argument + "'");
        }

        private static SqlException repeated(String name) {
            return SqlException.error("more than one '" + name + "' parameter");
        }

        /** Without the quotes around it, if there are some. */
        private static String unquoted(String value) {
            char quote = value.isEmpty() ? 0 : value.charAt(0);
            boolean quoted = (quote == '\'' || quote == '"')
                    && value.length() > 1
                    && value.charAt(value.length() - 1) == quote;
            String twice = String.valueOf(quote).repeat(2);
            return quoted
                    ? value.substring(1, value.length() - 1).replace(twice, String.valueOf(quote))
                    : value;
        }

        boolean hasHeader() {
            return Boolean.TRUE.equals(header);
        }
    }

    @Override
    public ModuleTable connect(ModuleCall call) {
        Parameters parameters = Parameters.of(call.arguments());
        if (parameters.texts.containsKey("filename") && !call.database().isTemp()) {
            throw SqlException.error(
                    "only tables of temp may read files: CREATE VIRTUAL TABLE temp." + call.table()
                            + " USING csv(…)");
        }
        List<Text> first;
        try (CsvReader reader = open(call.host(), parameters)) {
            List<Text> row = reader.next();
            first = row == null ? List.of() : row;
        }
        int count = parameters.columns > 0 ? parameters.columns : Math.max(1, first.size());
        String schema = parameters.texts.get("schema");
        String declaration = schema != null ? schema : declaration(parameters, first, count);
        return new CsvTable(call.host(), parameters, declaration, count);
    }

    private static String declaration(Parameters parameters, List<Text> first, int count) {
        List<String> columns = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            boolean named = parameters.hasHeader() && i < first.size();
            String name = named ? Identifiers.quoted(first.get(i).toString()) : "c" + i;
            columns.add(name + " TEXT");
        }
        return "CREATE TABLE x(" + String.join(",", columns) + ")";
    }

    private static CsvReader open(ModuleHost host, Parameters parameters) {
        String data = parameters.texts.get("data");
        if (data != null) {
            return CsvReader.of(data);
        }
        String name = parameters.texts.get("filename");
        try {
            return CsvReader.of(host.openFile(name));
        } catch (IOException e) {
            throw SqlException.error("cannot open '" + name + "' for reading");
        }
    }

    private record CsvTable(
            ModuleHost host, Parameters parameters, String declaration, int columnCount)
            implements EngineTable {
        @Override
        public boolean isDirectOnly() {
            return true;
        }

        @Override
        public ScanPlan plan(ScanRequest request) {
            return ScanPlan.all().withCost(COST, COST);
        }

        @Override
        public VirtualCursor open(CursorContext context) {
            return new CsvCursor(this);
        }
    }

    private static final class CsvCursor extends VirtualCursor {
        private final CsvTable table;
        private CsvReader reader;
        private List<Text> row;
        private long rowid;

        CsvCursor(CsvTable table) {
            this.table = table;
        }

        @Override
        public void filter(ScanPlan plan, Object[] arguments) {
            close();
            reader = CsvModule.open(table.host(), table.parameters());
            if (table.parameters().hasHeader()) {
                reader.next();
            }
            rowid = 0;
        }

        @Override
        public boolean next() {
            row = reader.next();
            rowid++;
            return row != null;
        }

        @Override
        public Object column(int column) {
            boolean present = column < row.size() && column < table.columnCount();
            return present ? row.get(column) : SqlNull.NULL;
        }

        @Override
        public long rowid() {
            return rowid;
        }

        @Override
        public void close() {
            if (reader != null) {
                reader.close();
                reader = null;
            }
        }
    }
}
