package org.sqlvm.engine.sql;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.SqlException;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The shape of a statement: its text without the literals whose values do not change the
 * statement's meaning. Texts of one shape run one program, which reads those literals as it reads
 * parameters. So a program that writes values into its texts, {@code WHERE id = 17}, has each
 * statement compiled once, and not once for each value.
 *
 * <p>A shape is found from the tokens alone, without a parser. A literal is left out of it if it is
 * compared ({@code =}, {@code <} and their kind, BETWEEN) in WHERE or ON, assigned in SET, an
 * OFFSET, or a value of the only row of INSERT … VALUES. Several rows of nothing but literals are
 * left out together, however many there are, and so are lists of IN whose literals have one type;
 * of such a list the shape has the length rounded up to a power of two, and the last literal is
 * repeated up to that length. All other literals stay, above all those that name something or whose
 * text is visible: ordinals of ORDER BY, the columns of a result, which are named by their text,
 * patterns of LIKE, which may become a range of an index.
 *
 * <p>The compiler has the last word: a program that depends on the value of a literal is not shared
 * ({@link org.sqlvm.engine.sql.tree.SharedLiterals}).
 */
public final class StatementShape {
    /** A statement with more literals is data rather than a form that comes again. */
    private static final int LITERALS_MAX = 200;

    /** Every integer of at most this many digits fits into 64 bits. */
    static final int DIGITS_MAX = 18;

    /**
     * The mark before the type of a literal that is left out, or before {@link #ROWS} and their
     * width.
     */
    static final char MARK = '\u0001';

    private static final char ROWS = '*';

    /** Stands before the type of a list's literals and their number. */
    private static final char LIST = '#';

    private final String key;
    private final int end;
    private final boolean closed;
    private final List<Literal> literals;
    private final List<ListOfLiterals> lists;
    private final Rows rows;

    /**
     * @param start the offset of its first character, or of its sign, from the statement's start;
     *     {@link #IN_LIST} for one of a list
     */
    record Literal(int start, Object value) {}

    private static final int IN_LIST = -1;

    /**
     * A list of IN that the shape leaves out.
     *
     * @param start the offset of its first literal from the statement's start
     * @param end the offset of the closing parenthesis
     * @param first the number of its first literal
     * @param length the count of its numbers: the last literal comes again until they are a power
     *     of two
     */
    record ListOfLiterals(int start, int end, int first, int length) {}

    /**
     * The rows of INSERT … VALUES, if the shape leaves them out.
     *
     * @param start the offset behind VALUES, from the statement's start
     * @param end the offset behind the last row's parenthesis
     * @param width the number of values in each row
     * @param values the values, row after row: Long, Double, Text, Blob or SqlNull
     */
    record Rows(int start, int end, int width, List<Object> values) {
        static final Rows NONE = new Rows(0, 0, 0, List.of());
    }

    StatementShape(
            String key,
            int end,
            boolean closed,
            List<Literal> literals,
            List<ListOfLiterals> lists,
            Rows rows) {
        this.key = key;
        this.end = end;
        this.closed = closed;
        this.literals = literals;
        this.lists = lists;
        this.rows = rows;
    }

    /**
     * The shape of the statement that begins at {@code start}.
     *
     * @return null for a statement that has none: all but queries, INSERT, UPDATE and DELETE
     */
    public static StatementShape of(String sql, int start) {
        try {
            return new Finder(sql, start).find();
        } catch (SqlException noToken) {
            return null; // The parser reports the error.
        }
    }

    /**
     * Returns the key that all texts of one shape share: the text with a mark for each literal that
     * is left out. Null if there is none: then the text itself is the key.
     */
    public String key() {
        return key;
    }

    /** A key as people read it: a {@code ?} for each literal, rows as a single one of them. */
    public static String shown(String key) {
        StringBuilder shown = new StringBuilder();
        int from = 0;
        for (int mark = key.indexOf(MARK); mark >= 0; mark = key.indexOf(MARK, from)) {
            shown.append(key, from, mark);
            from = mark + 2;
            char what = key.charAt(mark + 1);
            if (what != ROWS && what != LIST) {
                shown.append('?');
                continue;
            }
            from += what == LIST ? 1 : 0;
            int count = 0;
            for (; from < key.length() && Lexer.isDigit(key.charAt(from)); from++) {
                count = count * 10 + key.charAt(from) - '0';
            }
            if (what == ROWS) {
                shown.append(" (").repeat("?, ", count - 1).append("?), …");
            } else {
                shown.append(count == 1 ? "?" : "?, …");
            }
        }
        return shown.append(key, from, key.length()).toString();
    }

    /** Whether there is a literal to leave out. */
    public boolean hasLiterals() {
        return key != null;
    }

    /** The index after the statement's semicolon, or of the text's end, in the whole text. */
    public int end() {
        return end;
    }

    /** The statement ends with a semicolon, not with its text. */
    boolean isClosed() {
        return closed;
    }

    /** Returns the number of literals that are left out, including those of rows. */
    public int literalCount() {
        return literals.size() + rows.values().size();
    }

    /**
     * The value of literal {@code number}, from 1: Long, Double or Text. Those of rows come behind
     * all others, and may be Blob or SqlNull, too.
     */
    public Object value(int number) {
        int place = number - 1;
        int single = literals.size();
        return place < single ? literals.get(place).value() : rows.values().get(place - single);
    }

    /** Whether each literal is single, outside of lists and rows that may have another length. */
    boolean hasOnlySingleLiterals() {
        return lists.isEmpty() && rows == Rows.NONE;
    }

    /** How many literals do not belong to rows. */
    int singleCount() {
        return literals.size();
    }

    /** The rows that are left out; {@link Rows#NONE} if there are none. */
    Rows rows() {
        return rows;
    }

    /** Returns the numbers of the literals by their start offsets in the statement. */
    Map<Integer, Integer> numbers() {
        Map<Integer, Integer> numbers = new HashMap<>();
        for (int i = 0; i < literals.size(); i++) {
            numbers.put(literals.get(i).start(), i + 1);
        }
        numbers.remove(IN_LIST);
        return numbers;
    }

    /** The list whose first literal begins at {@code start} in the statement; null for none. */
    ListOfLiterals listAt(int start) {
        for (ListOfLiterals list : lists) {
            if (list.start() == start) {
                return list;
            }
        }
        return null;
    }

    /** The clause of a statement that a token is in. */
    private enum Clause {
        /** A query may begin here, whose conditions are conditions: FROM, WITH, IN (…). */
        QUERY,
        /** WHERE, ON and SET: values that are compared or assigned are left out. */
        CONDITION,
        /** After VALUES of INSERT, before its parenthesis. */
        VALUES,
        /** Within that parenthesis. */
        ROW,
        /** LIMIT and OFFSET. */
        LIMIT,
        /**
         * Clauses whose text is visible in the result or compared with it: SELECT, GROUP BY, ORDER
         * BY, …
         */
        TEXT,
        /**
         * Parentheses within TEXT, whose conditions are a part of that text; a conflict's target.
         */
        INNER_TEXT
    }

    /**
     * The state before VALUES of INSERT, to which the scan returns if there are several rows.
     *
     * @param end the offset behind that word
     */
    private record BeforeRows(int end, int keyLength, int copied, int literalCount) {}

    /** Reads a statement's tokens. */
    private static final class Finder {
        private final String sql;
        private final int start;
        private final Lexer lexer;
        private final Deque<Clause> around = new ArrayDeque<>();
        private final List<Literal> literals = new ArrayList<>();
        /** Null before the first literal that is left out. */
        private StringBuilder key;

        /** The key has the text up to this index. */
        private int copied;

        /** Whether literals are left out; else the statement is data, or written by a machine. */
        private boolean isFormed = true;

        private Clause clause = Clause.QUERY;
        private final List<ListOfLiterals> lists = new ArrayList<>();
        /** How many literals are no part of a list. */
        private int singleCount;

        private boolean insert;
        /** At VALUES of INSERT. */
        private BeforeRows beforeRows;

        private int rowCount;
        private Rows rows = Rows.NONE;

        /** The three tokens before the current one. */
        private Token last;

        private Token secondLast;
        private Token thirdLast;
        /** The end of the value that follows BETWEEN, and the end of the AND behind that value. */
        private int lowEnd = -1;

        private int andEnd = -1;

        Finder(String sql, int start) {
            this.sql = sql;
            this.start = start;
            this.lexer = new Lexer(sql, start);
            this.copied = start;
        }

        StatementShape find() {
            Token token = lexer.next();
            // EXPLAIN shows the shape's program if the statement would run that one.
            token = token.is(TokenKind.EXPLAIN) ? lexer.next() : token;
            switch (token.kind()) {
                case SELECT, WITH, VALUES, UPDATE, DELETE -> {}
                case INSERT, REPLACE -> insert = true;
                default -> {
                    return null;
                }
            }
            while (token.kind() != TokenKind.SEMI && token.kind() != TokenKind.END_OF_INPUT) {
                if (isFormed) {
                    take(token);
                }
                thirdLast = secondLast;
                secondLast = last;
                last = token;
                token = lexer.next();
            }
            boolean closed = token.start() < token.end();
            if (key == null || !isFormed) {
                return new StatementShape(
                        null, token.end(), closed, List.of(), List.of(), Rows.NONE);
            }
            key.append(sql, copied, token.start());
            return new StatementShape(key.toString(), token.end(), closed, literals, lists, rows);
        }

        private void take(Token token) {
            switch (token.kind()) {
                case LP -> open(token);
                case RP -> clause = around.isEmpty() ? clause : around.pop();
                case INTEGER, FLOAT, STRING -> {
                    if (isValue()) {
                        leaveOut(token);
                    }
                }
                case VALUES -> {
                    if (insert && around.isEmpty()) {
                        clause = Clause.VALUES;
                        int keyLength = key == null ? 0 : key.length();
                        beforeRows =
                                new BeforeRows(token.end(), keyLength, copied, literals.size());
                    }
                }
                case AND -> andEnd = last.end() == lowEnd ? token.end() : andEnd;
                default -> clause = after(token.kind());
            }
            isFormed &= singleCount <= LITERALS_MAX;
        }

        private void open(Token token) {
            if (clause == Clause.VALUES && ++rowCount > 1) {
                takeRows(token);
                return;
            }
            if (clause == Clause.CONDITION && last.is(TokenKind.IN) && takeList(token)) {
                return;
            }
            around.push(clause);
            switch (clause) {
                case VALUES -> clause = Clause.ROW;
                case TEXT, ROW -> clause = Clause.INNER_TEXT;
                default -> {}
            }
        }

        /**
         * Leaves out a list of IN, up to its parenthesis; returns false for one with more than
         * literals of one type.
         */
        private boolean takeList(Token parenthesis) {
            List<Literal> list = new ArrayList<>();
            Token end = takeValues(list);
            char type = end == null ? 0 : type(list.getFirst().value());
            if (type == 0 || list.stream().anyMatch(other -> type(other.value()) != type)) {
                lexer.goTo(parenthesis.end(), TokenKind.LP);
                return false;
            }
            int length = Integer.highestOneBit(2 * list.size() - 1);
            int from = list.getFirst().start();
            lists.add(new ListOfLiterals(from, end.start() - start, literals.size() + 1, length));
            Object lastValue = list.getLast().value();
            list.forEach(each -> literals.add(new Literal(IN_LIST, each.value())));
            for (int i = list.size(); i < length; i++) {
                literals.add(new Literal(IN_LIST, lastValue));
            }
            key = key == null ? new StringBuilder(sql.length() - start) : key;
            key.append(sql, copied, parenthesis.end()).append(MARK).append(LIST);
            key.append(type).append(length);
            copied = end.start();
            return true;
        }

        /** There is a second row: all rows are left out, if they are nothing but literals. */
        private void takeRows(Token second) {
            lexer.goTo(beforeRows.end(), TokenKind.VALUES);
            List<Literal> values = new ArrayList<>();
            int width = 0;
            int end;
            Token token;
            do {
                int before = values.size();
                Token parenthesis = lexer.next().is(TokenKind.LP) ? takeValues(values) : null;
                width = width == 0 ? values.size() : width;
                isFormed = parenthesis != null && values.size() - before == width;
                end = isFormed ? parenthesis.end() : 0;
                token = isFormed ? lexer.next() : null;
            } while (isFormed && token.is(TokenKind.COMMA));
            if (!isFormed || !mayFollowRows(token)) {
                isFormed = false;
                lexer.goTo(second.end(), TokenKind.LP);
                return;
            }
            lexer.goTo(end, TokenKind.RP);
            literals.subList(beforeRows.literalCount(), literals.size()).clear();
            key = key == null ? new StringBuilder() : key;
            key.setLength(beforeRows.keyLength());
            key.append(sql, beforeRows.copied(), beforeRows.end());
            key.append(MARK).append(ROWS).append(width);
            copied = end;
            List<Object> all = values.stream().map(Literal::value).toList();
            rows = new Rows(beforeRows.end() - start, end - start, width, all);
            clause = Clause.QUERY;
        }

        /**
         * Takes literals with commas between them, up to the parenthesis behind the last one. Texts
         * of one shape have to be valid or invalid together: so nothing else may be there.
         *
         * @return the parenthesis; null if something else is there
         */
        private Token takeValues(List<Literal> values) {
            Token token;
            do {
                token = lexer.next();
                int begin = token.start() - start;
                boolean negative = token.is(TokenKind.MINUS);
                token = negative ? lexer.next() : token;
                String text = sql.substring(token.start(), token.end());
                Object value = switch (token.kind()) {
                    case INTEGER, FLOAT, STRING -> value(token.kind(), text, negative);
                    case BLOB -> negative ? null : Blob.of(Tokens.bytes(text));
                    case NULL -> negative ? null : SqlNull.NULL;
                    default -> null;
                };
                if (value == null) {
                    return null;
                }
                values.add(new Literal(begin, value));
                token = lexer.next();
            } while (token.is(TokenKind.COMMA));
            return token.is(TokenKind.RP) ? token : null;
        }

        /** They are no part of a compound of queries. */
        private static boolean mayFollowRows(Token token) {
            return switch (token.kind()) {
                case SEMI, END_OF_INPUT, ON, RETURNING -> true;
                default -> false;
            };
        }

        private Clause after(TokenKind kind) {
            if (clause == Clause.INNER_TEXT) {
                return kind == TokenKind.DO && around.isEmpty() ? Clause.QUERY : clause;
            }
            return switch (kind) {
                // Such a WHERE has to match that of an index.
                case CONFLICT -> Clause.INNER_TEXT;
                case WHERE, ON, SET -> Clause.CONDITION;
                case FROM, WITH, INTO, UPDATE, DELETE, JOIN -> Clause.QUERY;
                case LIMIT -> Clause.LIMIT;
                case SELECT, GROUP, ORDER, HAVING, WINDOW, RETURNING -> Clause.TEXT;
                default -> clause;
            };
        }

        /**
         * Whether the current token, a literal, is a value that is compared, assigned or inserted.
         */
        private boolean isValue() {
            if (last == null) {
                return false;
            }
            boolean signed = last.is(TokenKind.MINUS);
            Token before = signed ? secondLast : last;
            if (clause == Clause.ROW) {
                return before.is(TokenKind.LP) || before.is(TokenKind.COMMA);
            }
            if (clause == Clause.LIMIT) {
                return last.is(TokenKind.OFFSET);
            }
            return clause == Clause.CONDITION
                    && switch (before.kind()) {
                        // 1 = 1 is a word for true.
                        case EQ, NE, LT, LE, GT, GE -> !isLiteral(signed ? thirdLast : secondLast);
                        case BETWEEN -> true;
                        case AND -> before.end() == andEnd;
                        default -> false;
                    };
        }

        private static boolean isLiteral(Token token) {
            return token.is(TokenKind.INTEGER)
                    || token.is(TokenKind.FLOAT)
                    || token.is(TokenKind.STRING);
        }

        private void leaveOut(Token token) {
            boolean negative = last.is(TokenKind.MINUS);
            String text = sql.substring(token.start(), token.end());
            Object value = value(token.kind(), text, negative);
            if (value == null) {
                return;
            }
            Token before = negative ? secondLast : last;
            lowEnd = before.is(TokenKind.BETWEEN) ? token.end() : lowEnd;
            int begin = negative ? last.start() : token.start();
            key = key == null ? new StringBuilder(sql.length() - start) : key;
            key.append(sql, copied, begin).append(MARK).append(type(value));
            copied = token.end();
            literals.add(new Literal(begin - start, value));
            singleCount++;
        }

        /** A letter for the type of a literal; 0 for a BLOB and NULL. */
        private static char type(Object value) {
            return switch (value) {
                case Long _ -> 'i';
                case Double _ -> 'r';
                case Text _ -> 't';
                default -> 0;
            };
        }

        /** Null for a literal that is not that simple. */
        private static Object value(TokenKind kind, String text, boolean negative) {
            return switch (kind) {
                case STRING -> negative ? null : Text.of(Tokens.unquote(text));
                case FLOAT -> {
                    double number = Double.parseDouble(text);
                    yield negative ? -number : number;
                }
                default -> {
                    boolean hexadecimal = text.length() > 1 && (text.charAt(1) | 0x20) == 'x';
                    if (hexadecimal || text.length() > DIGITS_MAX) {
                        yield null;
                    }
                    long number = Long.parseLong(text);
                    yield negative ? -number : number;
                }
            };
        }
    }
}
