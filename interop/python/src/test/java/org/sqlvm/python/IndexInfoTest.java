package org.sqlvm.python;

import org.junit.jupiter.api.Test;

/** The questions about a query to tables of apsw's form, and their answers. */
final class IndexInfoTest extends ModuleProgram {
    @Override
    String prelude() {
        return ModulesTest.PRELUDE;
    }

    /** apsw's IndexInfo: lists as sets, LIMIT and OFFSET, columns used. */
    @Test
    void indexObjects() {
        run(ModulesTest.KEEPER);
        run("""
            class Indexed(Kept):
                def BestIndexObject(self, info):
                    place = 0
                    for i in range(info.nConstraint):
                        op = info.get_aConstraint_op(i)
                        if op in (2, 73, 74) and info.get_aConstraint_usable(i):
                            place += 1
                            info.set_aConstraintUsage_argvIndex(i, place)
                            info.set_aConstraintUsage_omit(i, True)
                            if info.get_aConstraintUsage_in(i):
                                info.set_aConstraintUsage_in(i, True)
                    log.append((info.colUsed, info.nOrderBy, info.distinct))
                    info.idxNum = place
                    info.estimatedRows = 7
                    return all(info.get_aConstraint_op(i) != 72 for i in range(info.nConstraint))

                def Open(self):
                    return IndexedCursor(self.rows)

            class IndexedCursor(Cursor):
                def Filter(self, index, text, arguments):
                    super().Filter(index, text, arguments)
                    if arguments and isinstance(arguments[0], set):
                        self.rows = [row for row in self.rows if row[1][0] in arguments[0]]
                    if index > 1:
                        offset, limit = arguments[-2:]
                        self.rows = self.rows[offset:offset + limit]

            class IndexedModule:
                def Create(self, *arguments):
                    return "CREATE TABLE x(a INTEGER, b TEXT)", Indexed()

                Connect = Create

            c.create_module("indexed", IndexedModule(), use_bestindex_object=True)
            c.execute("CREATE VIRTUAL TABLE i USING indexed")
            c.executemany("INSERT INTO i VALUES(?, ?)", [(n, "x%d" % n) for n in range(5)])
            log.clear()
            """);
        check("[('x2',), ('x4',)]", "rows('SELECT b FROM i WHERE a IN (4, 2, 9)')");
        says("[({0, 1}, 0, 0), (1, None, ({2, 4, 9},))]", "log");
        run("log.clear()");
        check("[(1,), (2,)]", "rows('SELECT a FROM i LIMIT 2 OFFSET 1')");
        says("[({0}, 0, 0), (2, None, (1, 2))]", "log");
        says("OperationalError: no query solution", "error(rows, 'SELECT a FROM i WHERE a IS 2')");
        run("c.create_module('only', Keeper(), eponymous_only=True)");
        check("[]", "rows('SELECT * FROM only')");
        says(
                "OperationalError: no such module: only",
                "error(rows, 'CREATE VIRTUAL TABLE o USING only')");
    }

    /** Conditions that cannot be used, values that the statement has, and DISTINCT. */
    @Test
    void indexObjectsOfJoins() {
        run(ModulesTest.KEEPER);
        run("""
            class Joined(Kept):
                def BestIndexObject(self, info):
                    conditions = []
                    for i in range(info.nConstraint):
                        usable = info.get_aConstraint_usable(i)
                        conditions.append((info.get_aConstraint_iColumn(i), usable,
                                           info.get_aConstraint_rhs(i)))
                        if usable:
                            info.set_aConstraintUsage_argvIndex(i, len([
                                each for each in conditions if each[1]]))
                    log.append((conditions, info.distinct, info.nOrderBy))
                    info.idxStr = named
                    return True

            class JoinedModule:
                def Create(self, *arguments):
                    return "CREATE TABLE x(a INTEGER, b TEXT)", Joined()

                Connect = Create

            named = None
            c.create_module("joined", JoinedModule(), use_bestindex_object=True)
            c.execute("CREATE VIRTUAL TABLE j USING joined")
            c.execute("INSERT INTO j VALUES (1, 'x'), (2, 'y')")
            c.execute("CREATE TABLE other AS SELECT 2 AS k")
            log.clear()
            """);
        check("[('y',)]", "rows('SELECT b FROM other CROSS JOIN j WHERE a = k AND b > ?', 'a')");
        says("([(0, True, None), (1, True, None)], 0, 0)", "log[0]");
        says("(0, None, (2, 'a'))", "log[-1]");
        run("log.clear()");
        check("[('x',)]", "rows(\"SELECT b FROM j, (SELECT 1) WHERE b = 'x' AND a <> 5\")");
        says("([(1, True, 'x'), (0, True, 5)], 0, 0)", "log[0]");
        run("log.clear(); named = ''");
        check("[(1,), (2,)]", "rows('SELECT DISTINCT a FROM j')");
        says("(0, '', ())", "log[-1]");
        says("([], 2, 1)", "log[0]");
        run("log.clear()");
        check("[(1,), (2,)]", "rows('SELECT DISTINCT a FROM j ORDER BY a')");
        says("([], 3, 1)", "log[0]");
        run("log.clear()");
        check("[('y', 2)]", "rows('SELECT b, k FROM j, other WHERE a = k')");
        says("[[(0, True, None)], [(0, False, None)]]", "[each[0] for each in log[:2]]");
    }

    /** Wrong answers of apsw's tables give its errors; a number alone leaves the test to us. */
    @Test
    void answersOfBestIndex() {
        run(ModulesTest.KEEPER);
        run("""
            class Answering(Kept):
                def BestIndex(self, constraints, order):
                    return answer

                def BestIndexObject(self, info):
                    held.append(info)
                    return answer(info)

            class AnsweringModule:
                def Create(self, *arguments):
                    return "CREATE TABLE x(a INTEGER, b TEXT)", Answering()

                Connect = Create

            held = []
            c.create_module("answering", AnsweringModule())
            c.execute("CREATE VIRTUAL TABLE answers USING answering")
            c.execute("INSERT INTO answers VALUES (1, 'x'), (2, 'y')")
            count = 0

            def answered(given):
                global answer, count
                answer = given
                count += 1  # Each text is planned for itself.
                return error(rows, "SELECT b FROM answers WHERE a = 2 AND b > 'a' AND %d" % count)
            """);
        check("[('y',)]", "answered(None)");
        check("[('y',)]", "answered([[1, 0]])");
        check("[('y',)]", "answered([])");
        says(
                "TypeError: Bad result from BestIndex.  It should be a sequence of up to 5 items",
                "answered(12)");
        says(
                "TypeError: Bad constraints (item 0 in BestIndex return).  It should be a sequence"
                        + " the same length as the constraints passed in (2) items",
                "answered([[0]])");
        says(
                "TypeError: Bad constraint (#2) - it should be one of None, an integer or a tuple"
                        + " of an integer and a boolean",
                "answered([[0, (1,)]])");
        says(
                "TypeError: argvindex for constraint #1 should be an integer",
                "answered([[('bad', True), None]])");
        says("ValueError: constraint value is out of integer range", "answered([[-1, None]])");
        says("TypeError: idxnum must be an integer not str", "answered([None, 'bad'])");
        says("TypeError: Expected a string for idxStr not object", "answered([None, 1, object()])");
        says("OperationalError: answers.xBestIndex malfunction", "answered([[0, 0]])");
        says("OperationalError: answers.xBestIndex malfunction", "answered([[5, None]])");
        run("c.create_module('answering', AnsweringModule(), use_bestindex_object=True)");
        run("c.execute(\"INSERT INTO answers VALUES (1, 'x')\")");
        says("TypeError: Expected bool result, not NoneType", "answered(lambda info: None)");
        says("OperationalError: no query solution", "answered(lambda info: False)");
        says(
                "IndexError: which parameter (7) is out of range - should be >=0 and <2",
                "answered(lambda info: info.get_aConstraint_op(7))");
        says(
                "ProgrammingError: IndexInfo is out of scope (BestIndex call has finished)",
                "error(lambda: held[0].nConstraint)");
    }
}
