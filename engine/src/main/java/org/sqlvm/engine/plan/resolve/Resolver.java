package org.sqlvm.engine.plan.resolve;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Arithmetic;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.logical.ConstantList;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Expr.BinaryOperator;
import org.sqlvm.engine.plan.logical.Expr.CompareOperator;
import org.sqlvm.engine.plan.logical.Expr.Comparison;
import org.sqlvm.engine.plan.logical.Expr.UnaryOperator;
import org.sqlvm.engine.plan.logical.Queries;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.plan.logical.Relation;
import org.sqlvm.engine.plan.logical.SortKey;
import org.sqlvm.engine.plan.logical.Typing;
import org.sqlvm.engine.prepare.Authorization;
import org.sqlvm.engine.prepare.Preparation;
import org.sqlvm.engine.row.FunctionFact;
import org.sqlvm.engine.row.ScalarFunction;
import org.sqlvm.engine.row.SqlFunction;
import org.sqlvm.engine.row.function.Functions;
import org.sqlvm.engine.row.function.Registered;
import org.sqlvm.engine.row.function.RegisteredFunction;
import org.sqlvm.engine.schema.Collations;
import org.sqlvm.engine.schema.DeclaredType;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.OrderingTerm;
import org.sqlvm.engine.sql.tree.ResultColumn;
import org.sqlvm.engine.sql.tree.Select;
import org.sqlvm.engine.sql.tree.Span;
import org.sqlvm.engine.sql.tree.TableSource;
import org.sqlvm.engine.sql.tree.Window;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * An expression as written to an expression as meant: names, functions, affinities and collations
 * found.
 */
public final class Resolver {
    private final NameResolver names;
    private final Preparation preparation;
    private final Purpose purpose;
    private final Collation binary;
    private final QueryResolver queries;
    /** Of the SELECT that is being resolved. */
    private WindowResolver windows = new WindowResolver(this, List.of());

    private boolean windowsAllowed;
    private final CallResolver calls = new CallResolver(this);
    private final RowValues rows = new RowValues(this);

    /** Resolves expressions that hold no queries. */
    public Resolver(Preparation preparation) {
        this(preparation, Purpose.run());
    }

    Resolver(Preparation preparation, Purpose purpose) {
        this(preparation, purpose, null);
    }

    /** @param queries resolves the queries inside expressions; null where there can be none */
    Resolver(Preparation preparation, Purpose purpose, QueryResolver queries) {
        this.queries = queries;
        this.names = new NameResolver(preparation, purpose, () -> windowsAllowed);
        this.purpose = purpose;
        this.preparation = preparation;
        this.binary = Collation.binary(preparation.encoding());
    }

    /**
     * A SELECT begins whose WINDOW clause names these windows; no window function may stand yet.
     */
    void beginWindows(List<Window.Named> named) {
        windows = new WindowResolver(this, named);
        windowsAllowed = false;
    }

    /** Whether window functions may stand in what is resolved next. */
    void allowWindows(boolean allowed) {
        windowsAllowed = allowed;
    }

    boolean windowsAllowed() {
        return windowsAllowed;
    }

    WindowResolver windows() {
        return windows;
    }

    Preparation preparation() {
        return preparation;
    }

    /** Returns what the user's functions, collations and tables mean. */
    Registered registered() {
        return preparation.registered();
    }

    Authorization authorization() {
        return preparation.authorization();
    }

    Purpose purpose() {
        return purpose;
    }

    NameResolver names() {
        return names;
    }

    /** The collation that compares where nothing else is said. */
    Collation binary() {
        return binary;
    }

    public Expr resolve(Expression expression, Scope scope) {
        return switch (expression) {
            case Expression.NullLiteral _ -> new Expr.Constant(SqlNull.NULL);
            case Expression.IntegerLiteral number -> new Expr.Constant(number.value());
            case Expression.HugeHexLiteral huge -> {
                if (!purpose.isUncoded()) {
                    throw SqlException.error(
                            "hex literal too big: " + huge.text(), huge.span().start());
                }
                yield new Expr.Constant(SqlNull.NULL);
            }
            case Expression.RealLiteral number -> new Expr.Constant(number.value());
            case Expression.StringLiteral text -> new Expr.Constant(Text.of(text.value()));
            case Expression.BlobLiteral blob ->
                new Expr.Constant(blob.value().in(preparation.encoding()));
            case Expression.SharedLiteral literal ->
                new Expr.Constant(
                        literal.value(), new Expr.Shared(literal.number(), literal.literals()));
            case Expression.CurrentTime time -> currentTime(time);
            case Expression.Parameter parameter -> {
                if (scope.place() != null) {
                    throw SqlException.error("parameters prohibited in " + scope.place());
                }
                yield new Expr.Parameter(parameter.number());
            }
            case Expression.ColumnName name -> names.resolve(name, scope);
            case Expression.TargetColumn key -> names.ofTarget(key.column(), scope);
            case Expression.Unary unary -> unary(unary, scope);
            case Expression.Binary binaryTree -> binary(binaryTree, scope);
            case Expression.IsNull isNull ->
                new Expr.IsNull(scalar(isNull.operand(), scope), isNull.negated());
            case Expression.Like like -> like(like, scope);
            case Expression.Between between -> between(between, scope);
            case Expression.InList in -> in(in, scope);
            case Expression.Case c -> caseExpression(c, scope);
            case Expression.Cast cast ->
                new Expr.Cast(
                        scalar(cast.operand(), scope), castAffinity(cast.type().text()));
            case Expression.Collate collate ->
                new Expr.Collate(scalar(collate.operand(), scope), collation(collate));
            case Expression.FunctionCall call -> calls.resolve(call, scope);
            case Expression.RowValue row -> {
                if (!purpose.isUncoded()) {
                    throw SqlException.error("row value misused", row.span().start());
                }
                yield new Expr.Coalesce(all(row.values(), scope));
            }
            case Expression.Raise raise -> raise(raise, scope);
            case Expression.Subquery subquery -> {
                Expr.Nested nested = nested(subquery.select(), scope, subquery.span());
                checkWidth(nested, 1, subquery.span());
                yield new Expr.ScalarQuery(nested, 0);
            }
            case Expression.Exists exists -> new Expr.Exists(existing(exists, scope));
            case Expression.InSelect in -> {
                Expr.Nested nested = nested(in.select(), scope, in.span());
                yield inQuery(rows.row(in.operand(), scope), nested, in.negated(), in.span());
            }
            case Expression.InTable in -> {
                Expr.Nested nested = nested(allOf(in), scope, in.span());
                yield inQuery(rows.row(in.operand(), scope), nested, in.negated(), in.span());
            }
        };
    }

    /**
     * The condition of WHERE or ON. In those alone, rows may stand within rows that are compared
     * for equality.
     */
    Expr condition(Expression tree, Scope scope) {
        if (tree instanceof Expression.Binary binary) {
            if (binary.operator() == Expression.BinaryOperator.AND
                    && !ConstantConditions.isDropped(binary)) {
                Expr left = condition(binary.left(), scope);
                return new Expr.And(left, condition(binary.right(), scope));
            }
            if (binary.operator() == Expression.BinaryOperator.OR
                    && (isNumber(binary.left()) || isNumber(binary.right()))) {
                // SQLite leaves out a number that decides nothing, and is back in WHERE.
                Expr left = condition(binary.left(), scope);
                Expr right = condition(binary.right(), scope);
                Expr decided = ConstantConditions.decided(binary, left, right);
                return decided == null || purpose.isNames() ? new Expr.Or(left, right) : decided;
            }
            boolean equality = binary.operator() == Expression.BinaryOperator.EQ
                    || binary.operator() == Expression.BinaryOperator.IS;
            if (equality
                    && binary.left() instanceof Expression.RowValue left
                    && binary.right() instanceof Expression.RowValue right
                    && left.values().size() == right.values().size()) {
                return equalParts(binary, left.values(), right.values(), scope);
            }
        }
        return resolve(tree, scope);
    }

    private static boolean isNumber(Expression tree) {
        return tree instanceof Expression.IntegerLiteral;
    }

    private Expr equalParts(
            Expression.Binary tree, List<Expression> lefts, List<Expression> rights, Scope scope) {
        Expr all = null;
        for (int i = 0; i < lefts.size(); i++) {
            Expression.Binary part = new Expression.Binary(
                    tree.operator(), lefts.get(i), rights.get(i), tree.span());
            Expr equal = RowValues.isRow(part.left()) && RowValues.isRow(part.right())
                    ? condition(part, scope)
                    : compareParts(part, scope);
            all = all == null ? equal : new Expr.And(all, equal);
        }
        return all;
    }

    /** Values of two rows; what is a name is one, and never the keyword TRUE or FALSE. */
    private Expr compareParts(Expression.Binary part, Scope scope) {
        return RowValues.isRow(part.left()) || RowValues.isRow(part.right())
                ? rows.compare(comparison(part.operator()), part, scope)
                : compare(
                        comparison(part.operator()),
                        scalar(part.left(), scope),
                        scalar(part.right(), scope));
    }

    /** {@code IN table} and {@code IN f(x)}: all columns of the table. */
    private static Select allOf(Expression.InTable in) {
        Span span = in.span();
        TableSource table = in.arguments() == null
                ? new TableSource.TableName(in.table(), null, null, span)
                : new TableSource.TableFunction(in.table(), in.arguments(), null, span);
        Select.Core all = new Select.Core(
                false,
                List.of(new ResultColumn.Star(span)),
                table,
                null,
                List.of(),
                null,
                List.of(),
                span);
        return new Select(null, all, List.of(), null, span);
    }

    private Expr raise(Expression.Raise raise, Scope scope) {
        if (scope.row() == null && !purpose.isUncoded()) {
            throw SqlException.error(
                    "RAISE() may only be used within a trigger-program",
                    raise.span().start());
        }
        return new Expr.Raise(
                raise.action(), raise.message() == null ? null : scalar(raise.message(), scope));
    }

    /** CURRENT_TIME and its kind are calls of functions of that name. */
    private Expr currentTime(Expression.CurrentTime time) {
        String name = "current_" + time.kind().name().toLowerCase(Locale.ROOT);
        if (!Functions.exists(name, registered())) {
            throw unsupported("CURRENT_" + time.kind(), time.span());
        }
        if (!authorization().allowsFunction(name)) {
            return new Expr.Constant(SqlNull.NULL);
        }
        return new Expr.Call((ScalarFunction) calls.find(name, 0, time.span()), List.of(), binary);
    }

    /**
     * What a table, or a view or trigger of a file, may call, which is of who made it: not what is
     * for direct use only and, if that one is not trusted, nothing that is not harmless.
     */
    void checkUsable(SqlFunction function, Scope scope, Span span) {
        boolean usable = switch (function) {
            case RegisteredFunction registered ->
                !registered.traits().directOnly()
                        && (registered().isSchemaTrusted()
                                || registered.traits().innocuous());
            default -> !function.facts().contains(FunctionFact.DIRECT_ONLY);
        };
        boolean stored = scope.place() != null
                || (queries == null ? scope.row() != null : queries.isOfSchema());
        if (stored && !usable) {
            throw SqlException.error("unsafe use of " + function.name() + "()", span.start());
        }
    }

    private void refuseQuery(Scope scope, Span span) {
        if (scope.place() != null || queries == null) {
            throw SqlException.error(
                    "subqueries prohibited in "
                            + (scope.place() == null ? "this place" : scope.place()),
                    span.start());
        }
    }

    Expr.Nested nested(Select select, Scope scope, Span span) {
        refuseQuery(scope, span);
        return queries.nested(select, scope);
    }

    /** The query of EXISTS, whose rows come in any order. */
    private Expr.Nested existing(Expression.Exists exists, Scope scope) {
        refuseQuery(scope, exists.span());
        Expr.Nested nested = queries.unordered(repeated(exists.select()), scope);
        return switch (nested.query()) {
            case Query.Block block -> nested.withQuery(block.withOrder(List.of()));
            case Query.Sorted sorted ->
                nested.withQuery(new Query.Sorted(
                        sorted.body(), List.of(), sorted.limit(), sorted.offset()));
            default -> nested;
        };
    }

    /** SQLite's EXISTS takes no notice of DISTINCT, which shows beside OFFSET. */
    private static Select repeated(Select select) {
        return select.body() instanceof Select.Core core && core.distinct()
                ? new Select(
                        select.with(),
                        new Select.Core(
                                false,
                                core.columns(),
                                core.from(),
                                core.where(),
                                core.groupBy(),
                                core.having(),
                                core.windows(),
                                core.span()),
                        select.orderBy(),
                        select.limit(),
                        select.span())
                : select;
    }

    private void checkWidth(Expr.Nested nested, int expected, Span span) {
        int width = nested.query().columns().size();
        if (width != expected && !purpose.isUncoded()) {
            throw SqlException.error(
                    "sub-select returns " + width + " columns - expected " + expected,
                    span.start());
        }
    }

    private Expr inQuery(List<Expr> operands, Expr.Nested nested, boolean negated, Span span) {
        checkWidth(nested, operands.size(), span);
        // Of a compound the last SELECT says how to compare.
        List<Query.Type> types = Queries.lastTypes(nested.query());
        List<Comparison> comparisons = new ArrayList<>();
        for (int i = 0; i < Math.min(operands.size(), types.size()); i++) {
            comparisons.add(Typing.queryComparison(operands.get(i), types.get(i), binary));
        }
        Expr.Nested rows = nested.query() instanceof Query.Block block && isRowids(block)
                ? nested.withQuery(block.withOrder(List.of()))
                : nested;
        return new Expr.InQuery(operands, rows, List.copyOf(comparisons), negated);
    }

    /** Whether these are all rowids of a table: SQLite looks into the table, not at ORDER BY. */
    private static boolean isRowids(Query.Block block) {
        return block.from().size() == 1
                && block.from().getFirst().source().relation() == Relation.Stored.TABLE
                && block.where() == null
                && !block.grouped()
                && !block.distinct()
                && block.limit() == null
                && block.values().size() == 1
                && block.values().getFirst() instanceof Expr.Column column
                && column.index() == Expr.Column.ROWID;
    }

    private static SqlException unsupported(String what, Span span) {
        return SqlException.notSupported(what, span.start());
    }

    /** An expression of one value. */
    private Expr scalar(Expression expression, Scope scope) {
        return resolve(expression, scope);
    }

    List<Expr> all(List<Expression> expressions, Scope scope) {
        List<Expr> result = new ArrayList<>();
        expressions.forEach(expression -> result.add(scalar(expression, scope)));
        return List.copyOf(result);
    }

    /** One that is not registered is an error where it compares something. */
    Collation collation(Expression.Collate collate) {
        String name = collate.collation().text();
        Collation found = Collations.find(name, preparation);
        return found == null && purpose.isNames()
                ? binary
                : Collations.findOrMissing(name, preparation);
    }

    /** CAST to a type without a name is to NUMERIC, as for any name that says nothing. */
    public static Affinity castAffinity(String type) {
        return type.isEmpty() ? Affinity.NUMERIC : DeclaredType.affinity(type);
    }

    private Expr unary(Expression.Unary unary, Scope scope) {
        Expr operand = scalar(unary.operand(), scope);
        return switch (unary.operator()) {
            case PLUS -> new Expr.Plus(operand);
            case BIT_NOT -> new Expr.Unary(UnaryOperator.BIT_NOT, operand);
            case NOT -> new Expr.Unary(UnaryOperator.NOT, operand);
            case NEGATE ->
                operand instanceof Expr.Constant constant
                                && constant.isNumber()
                                && constant.isKnown()
                        ? new Expr.Constant(Arithmetic.negate(constant.value()))
                        : new Expr.Unary(UnaryOperator.NEGATE, operand);
        };
    }

    private Expr binary(Expression.Binary tree, Scope scope) {
        CompareOperator comparison = comparison(tree.operator());
        if (comparison != null) {
            return compare(comparison, tree, scope);
        }
        if (ConstantConditions.isDropped(tree) && !purpose.isNames()) {
            return new Expr.Constant(0L);
        }
        Expr left = scalar(tree.left(), scope);
        Expr right = scalar(tree.right(), scope);
        Expr decided = ConstantConditions.decided(tree, left, right);
        if (decided != null && !purpose.isNames()) {
            return decided;
        }
        return switch (tree.operator()) {
            case AND -> new Expr.And(left, right);
            case OR -> new Expr.Or(left, right);
            case ADD -> new Expr.Binary(BinaryOperator.ADD, left, right);
            case SUBTRACT -> new Expr.Binary(BinaryOperator.SUBTRACT, left, right);
            case MULTIPLY -> new Expr.Binary(BinaryOperator.MULTIPLY, left, right);
            case DIVIDE -> new Expr.Binary(BinaryOperator.DIVIDE, left, right);
            case REMAINDER -> new Expr.Binary(BinaryOperator.REMAINDER, left, right);
            case CONCAT -> new Expr.Binary(BinaryOperator.CONCAT, left, right);
            case BIT_AND -> new Expr.Binary(BinaryOperator.BIT_AND, left, right);
            case BIT_OR -> new Expr.Binary(BinaryOperator.BIT_OR, left, right);
            case SHIFT_LEFT -> new Expr.Binary(BinaryOperator.SHIFT_LEFT, left, right);
            case SHIFT_RIGHT -> new Expr.Binary(BinaryOperator.SHIFT_RIGHT, left, right);
            case EXTRACT_JSON -> operatorCall("->", left, right, tree.span());
            case EXTRACT_VALUE -> operatorCall("->>", left, right, tree.span());
            default -> throw new AssertionError(tree.operator());
        };
    }

    private Expr operatorCall(String name, Expr left, Expr right, Span span) {
        if (!authorization().allowsFunction(name)) {
            return new Expr.Constant(SqlNull.NULL);
        }
        List<Expr> arguments = List.of(left, right);
        return new Expr.Call(
                (ScalarFunction) calls.find(name, 2, span),
                arguments,
                Typing.firstCollation(arguments, binary));
    }

    private static CompareOperator comparison(Expression.BinaryOperator operator) {
        return switch (operator) {
            case EQ -> CompareOperator.EQ;
            case NE -> CompareOperator.NE;
            case LT -> CompareOperator.LT;
            case LE -> CompareOperator.LE;
            case GT -> CompareOperator.GT;
            case GE -> CompareOperator.GE;
            case IS -> CompareOperator.IS;
            case IS_NOT -> CompareOperator.IS_NOT;
            default -> null;
        };
    }

    private Expr compare(CompareOperator operator, Expression.Binary tree, Scope scope) {
        boolean is = operator == CompareOperator.IS || operator == CompareOperator.IS_NOT;
        Expression right = withoutCollate(tree.right());
        if (is && names.isTruthKeyword(right, scope)) {
            boolean truth = NameResolver.truth(((Expression.ColumnName) right).column()) == 1;
            return new Expr.IsTruth(
                    scalar(tree.left(), scope), truth, operator == CompareOperator.IS_NOT);
        }
        if (RowValues.isRow(tree.left()) || RowValues.isRow(tree.right())) {
            return rows.compare(operator, tree, scope);
        }
        if (is && isPlainName(tree.right())) {
            // Which may be TRUE or FALSE, so SQLite looks for it, and misses it, first.
            Expr named = scalar(tree.right(), scope);
            return compare(operator, scalar(tree.left(), scope), named);
        }
        return compare(operator, scalar(tree.left(), scope), scalar(tree.right(), scope));
    }

    /** Whether this is a column without its table. */
    private static boolean isPlainName(Expression tree) {
        return withoutCollate(tree) instanceof Expression.ColumnName name && name.table() == null;
    }

    static Expression withoutCollate(Expression tree) {
        Expression inner = tree;
        while (inner instanceof Expression.Collate collate) {
            inner = collate.operand();
        }
        return inner;
    }

    /**
     * A comparison whose left side compares as another expression does: of USING, where the left
     * side is what several columns are together, as the first of them.
     */
    Expr compareAs(CompareOperator operator, Expr typed, Expr left, Expr right) {
        return new Expr.Compare(operator, left, right, Typing.comparison(typed, right, binary));
    }

    Expr compare(CompareOperator operator, Expr left, Expr right) {
        return new Expr.Compare(operator, left, right, Typing.comparison(left, right, binary));
    }

    private Expr like(Expression.Like like, Scope scope) {
        List<Expr> arguments = new ArrayList<>();
        arguments.add(scalar(like.pattern(), scope));
        arguments.add(scalar(like.operand(), scope));
        if (like.escape() != null) {
            arguments.add(scalar(like.escape(), scope));
        }
        if (purpose.isNames()) {
            return new Expr.Call(new NamedCall(like.function()), List.copyOf(arguments), binary);
        }
        ScalarFunction function =
                (ScalarFunction) calls.find(like.function(), arguments.size(), like.span());
        checkUsable(function, scope, like.span());
        if (!authorization().allowsFunction(function.name())) {
            return new Expr.Constant(SqlNull.NULL);
        }
        Expr call = new Expr.Call(
                Overloads.operator(function, arguments, scope, registered()),
                List.copyOf(arguments),
                binary);
        return like.negated() ? new Expr.Unary(UnaryOperator.NOT, call) : call;
    }

    private Expr between(Expression.Between between, Scope scope) {
        if (RowValues.isRow(between.operand())
                || RowValues.isRow(between.low())
                || RowValues.isRow(between.high())) {
            return rows.between(between, scope);
        }
        Expr operand = scalar(between.operand(), scope);
        Expr low = scalar(between.low(), scope);
        Expr high = scalar(between.high(), scope);
        return between(operand, low, high, between.negated());
    }

    Expr between(Expr operand, Expr low, Expr high, boolean negated) {
        return new Expr.Between(
                operand,
                low,
                Typing.comparison(operand, low, binary),
                high,
                Typing.comparison(operand, high, binary),
                negated);
    }

    private Expr in(Expression.InList in, Scope scope) {
        if (in.values().isEmpty()) {
            // SQLite forgets what stands before IN (), names and all, unless functions are called.
            Expr known = new Expr.Constant(in.negated() ? 1L : 0L);
            if (!ConstantConditions.mayCall(in.operand())) {
                return known;
            }
            Expr operand = scalar(in.operand(), scope);
            return in.negated() ? new Expr.Or(known, operand) : new Expr.And(known, operand);
        }
        if (in.operand() instanceof Expression.RowValue) {
            if (scope.place() != null) {
                refuseQuery(scope, in.span()); // SQLite makes VALUES of the list.
            }
            return rows.in(in, scope);
        }
        Expr operand = scalar(in.operand(), scope);
        Comparison comparison = Typing.listComparison(operand, binary);
        List<Expr> values = ConstantList.of(all(in.values(), scope));
        return new Expr.In(operand, values, comparison, in.negated());
    }

    private Expr caseExpression(Expression.Case c, Scope scope) {
        List<Expr> row = RowValues.isRow(c.base()) ? rows.row(c.base(), scope) : List.of();
        if (row.size() > 1) {
            return caseOfRow(row, c, scope);
        }
        Expr base = c.base() == null ? null : scalar(c.base(), scope);
        List<Expr.When> branches = new ArrayList<>();
        for (Expression.When when : c.branches()) {
            Expr condition = scalar(when.condition(), scope);
            if (base != null) {
                Collation collation = Typing.collation(base);
                Expr value = new Expr.CaseBase(Typing.affinity(base), collation);
                Expr known = Typing.hasCollate(base) ? new Expr.Collate(value, collation) : value;
                condition = compare(CompareOperator.EQ, known, condition);
            }
            branches.add(new Expr.When(condition, scalar(when.result(), scope)));
        }
        Expr otherwise = c.otherwise() == null ? null : scalar(c.otherwise(), scope);
        return new Expr.Case(base, List.copyOf(branches), otherwise);
    }

    /** CASE whose base is a row: its branches compare rows. */
    private Expr caseOfRow(List<Expr> base, Expression.Case c, Scope scope) {
        List<Expr> types = RowValues.types(base);
        List<Expr.When> branches = new ArrayList<>();
        for (Expression.When when : c.branches()) {
            Expr equal = rows.equal(types, base, when.condition(), scope);
            branches.add(new Expr.When(equal, scalar(when.result(), scope)));
        }
        Expr otherwise = c.otherwise() == null ? null : scalar(c.otherwise(), scope);
        return new Expr.Case(null, List.copyOf(branches), otherwise);
    }

    /** ORDER BY of an aggregate or a window: expressions only, no numbers of columns. */
    List<SortKey> order(List<OrderingTerm> terms, Scope scope) {
        List<SortKey> order = new ArrayList<>();
        for (OrderingTerm term : terms) {
            Expr value = resolve(term.expression(), scope);
            order.add(new SortKey(
                    value,
                    Typing.collation(value, binary),
                    term.descending(),
                    BlockResolver.bigNull(term)));
        }
        return List.copyOf(order);
    }
}
