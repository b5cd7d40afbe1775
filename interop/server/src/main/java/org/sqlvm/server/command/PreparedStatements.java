package org.sqlvm.server.command;

import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.error.SqlState;
import org.sqlvm.server.value.Field;
import org.sqlvm.server.value.PgType;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The statements that a client has sent with Parse. The one without a name is replaced. */
public final class PreparedStatements {
    private final Map<String, Prepared> statements = new HashMap<>();

    /** A statement. */
    public static final class Prepared {
        private final String text;
        private final Command command;
        private final List<PgType> parameterTypes;
        private List<PgType> describedTypes;
        /**
         * The types of parameters by their positions in the statement; null before the first use.
         */
        private Map<Integer, PgType> places;

        private List<Field> described;

        /**
         * @param command null for an empty text
         * @param parameterTypes the types of the parameters; UNKNOWN for those that neither the
         *     client nor the text specifies
         */
        public Prepared(String text, Command command, List<PgType> parameterTypes) {
            this.text = text;
            this.command = command;
            this.parameterTypes = parameterTypes;
        }

        public String text() {
            return text;
        }

        public Command command() {
            return command;
        }

        public List<PgType> parameterTypes() {
            return parameterTypes;
        }

        /**
         * Returns the types of the parameters as described to the client; before that, the types
         * that the client has specified.
         */
        public List<PgType> describedTypes() {
            return describedTypes == null ? parameterTypes : describedTypes;
        }

        /**
         * Returns the types of parameters that the client has not specified, by their numbers from
         * 1.
         */
        public Map<Integer, PgType> places(Function<Command, Map<Integer, PgType>> finder) {
            if (places == null) {
                places = finder.apply(command);
            }
            return places;
        }

        /** Returns whether the parameters were described to the client. */
        public boolean isDescribed() {
            return describedTypes != null;
        }

        public void setDescribedTypes(List<PgType> types) {
            describedTypes = types;
        }

        /**
         * Returns the last description of the columns that the client has received; null if there
         * is none.
         */
        public List<Field> described() {
            return described;
        }

        public void setDescribed(List<Field> fields) {
            described = fields;
        }

        private void close() {
            if (command instanceof SqlCommand sql) {
                sql.close();
            }
        }
    }

    public void add(String name, Prepared statement) {
        if (name.isEmpty()) {
            remove(name);
        } else if (statements.containsKey(name)) {
            statement.close();
            throw new ServerError(
                    SqlState.DUPLICATE_STATEMENT,
                    "prepared statement \"" + name + "\" already exists");
        }
        statements.put(name, statement);
    }

    public Prepared get(String name) {
        Prepared statement = statements.get(name);
        if (statement == null) {
            throw new ServerError(
                    SqlState.INVALID_STATEMENT_NAME,
                    "prepared statement \"" + name + "\" does not exist");
        }
        return statement;
    }

    /** Portals of it go on. */
    public void remove(String name) {
        Prepared statement = statements.remove(name);
        if (statement != null) {
            statement.close();
        }
    }

    void clear() {
        List.copyOf(statements.keySet()).forEach(this::remove);
    }
}
