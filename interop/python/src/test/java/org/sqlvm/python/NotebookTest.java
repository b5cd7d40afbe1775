package org.sqlvm.python;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Notebooks: what is a cell, and what cells leave for those below them. */
final class NotebookTest extends ModuleProgram {
    @Override
    String prelude() {
        return """
            from sqlvm import notebook

            def result(text, **settings):
                "The notebook with its outputs, and whether all cells came to their ends."
                parts = notebook.parse(text)
                book = notebook.Notebook(**settings)
                ended = all(book.run(part) for part in parts if isinstance(part, notebook.Cell))
                book.close()
                return notebook.unparse(parts), ended

            def outputs(*cells, **settings):
                text = "\\n\\n".join("```%s\\n```" % cell for cell in cells)
                done, _ = result(text, **settings)
                return [part.output for part in notebook.parse(done)
                        if isinstance(part, notebook.Cell)]

            def served(*cells):
                "The answers of a kernel."
                import io, json
                lines = "".join(json.dumps({"info": info, "text": text}) + "\\n" for info, text in cells)
                answers = io.StringIO()
                book = notebook.Notebook()
                notebook.serve(book, io.StringIO(lines), answers)
                book.close()
                return [json.loads(line.removeprefix("\\x01sqlvm "))
                        for line in answers.getvalue().splitlines()]

            def made():
                "The path of a database with one row."
                import os, sqlvm, tempfile
                path = os.path.join(tempfile.mkdtemp(), "a b?.db")
                with sqlvm.connect(path) as db:
                    db.execute("CREATE TABLE own(a)")
                    db.execute("INSERT INTO own VALUES (7)")
                db.close()
                return path
            """;
    }

    @Test
    void keepsWhatIsNoCell() {
        String text = "# A\\n"
                + "\\n"
                + "~~~text\\n"
                + "```sql\\n"
                + "SELECT 1\\n"
                + "```\\n"
                + "~~~\\n"
                + "\\n"
                + "    ```sql\\n"
                + "\\n"
                + "````md\\n"
                + "```sql\\n"
                + "````\\n";
        check("('" + text + "', True)", "result('" + text + "')");
    }

    @Test
    void replacesOldOutputs() {
        String once =
                run("result('```sql\\nSELECT 1 AS a\\n```\\n\\n```output\\nold\\n```\\nend')[0]")
                        .asString();
        assertEquals("```sql\nSELECT 1 AS a\n```\n\n```output\na\n-\n1\n```\nend", once);
        assertTrue(run("(lambda text: result(text)[0] == text)("
                        + "result('```sql\\nSELECT 1 AS a\\n```\\nend')[0])")
                .asBoolean());
        check(
                "'```sql\\nCREATE TABLE t(a)\\n```\\nend'",
                "result('```sql\\nCREATE TABLE t(a)\\n```\\n\\n```output\\nold\\n```\\nend')[0]");
    }

    @Test
    void functionsOfPythonAreFunctionsOfSql() {
        check(
                "[None, 'b\\n-\\n6']",
                "outputs('python\\n"
                        + "def twice(x):\\n"
                        + "    return 2 * x', 'sql\\n"
                        + "SELECT twice(3) AS b')");
        check(
                "[None, 'b\\n-\\n6', None, 'b\\n-\\n9']",
                "outputs('python\\ndef f(x):\\n    return 2 * x', 'sql\\nSELECT f(3) AS b',"
                        + " 'python\\ndef f(x):\\n    return 3 * x', 'sql\\nSELECT f(3) AS b')");
        check(
                "[None, ' b\\n--\\n12']",
                "outputs('python\\n"
                        + "class product:\\n"
                        + "    def __init__(self):\\n"
                        + "        self.p = 1\\n"
                        + "    def step(self, x):\\n"
                        + "        self.p *= x\\n"
                        + "    def finalize(self):\\n"
                        + "        return self.p', 'sql\\n"
                        + "SELECT product(x) AS b FROM (SELECT 3 AS x UNION SELECT 4)')");
    }

    @Test
    void resultsAreVariablesAndTables() {
        check(
                "['a\\n-\\n1\\n2', '3', 's\\n-\\n3']",
                "outputs('sql name=rows\\nSELECT 1 AS a UNION ALL SELECT 2',"
                        + " 'python\\nsum(row[\"a\"] for row in rows)',"
                        + " 'sql\\nSELECT sum(a) AS s FROM rows')");
        check(
                "[None, 's\\n-\\n5']",
                "outputs('python\\nlist_of_rows = [{\"x\": 2}, {\"x\": 3}]',"
                        + " 'sql\\nSELECT sum(x) AS s FROM list_of_rows')");
    }

    @Test
    void runsStatementsOneByOne() {
        check(
                "['a\\n---\\nx;y\\n\\nb\\n-\\n2']",
                "outputs('sql\\nCREATE TABLE t(a); INSERT INTO t VALUES (\\'x;y\\'); -- a; b\\n"
                        + "SELECT a FROM t; SELECT 2 AS b -- c')");
    }

    @Test
    void endsAtErrors() {
        check("False", "result('```sql\\nSELECT nosuch\\n```\\n```sql\\nSELECT 1\\n```')[1]");
        check("['Error: no such column: nosuch']", "outputs('sql\\nSELECT nosuch')");
        check(
                "['Traceback (most recent call last):\\n"
                        + "  line 2, in <module>\\n"
                        + "ZeroDivisionError: division by zero']",
                "outputs('python\\nx = 1\\nx / 0')");
        check(
                "['1\\nNameError']",
                "[output[0] + output[output.index('\\nName'):].split(':')[0]"
                        + " for output in outputs('python\\nprint(1)\\nnosuch')]");
    }

    @Test
    void shortensWhatIsLong() {
        check(
                "['x\\n-\\n1\\n2\\n… 3 rows more']",
                "outputs('sql\\nSELECT value AS x FROM json_each(\\'[1,2,3,4,5]\\')', rows_max=2)");
        check(
                "'" + "x".repeat(59) + "…'",
                "outputs('sql\\nSELECT printf(\\'%.100c\\', \\'x\\') AS a')[0].split('\\n')[2]");
    }

    @Test
    void servesCellsToOtherPrograms() {
        check(
                "[{'output': '', 'ended': True}, {'output': 'b\\n-\\n6\\n', 'ended': True},"
                        + " {'output': 'Error: no such column: nosuch\\n', 'ended': False},"
                        + " {'output': '6\\n', 'ended': True}]",
                "served(('python', 'def f(x):\\n"
                        + "    return 2 * x'), ('sql name=r', 'SELECT f(3) AS b'), ('sql', 'SELECT"
                        + " nosuch'), ('python', 'print(r[0][\"b\"])'))");
    }

    @Test
    void readsDatabasesThatMayNotBeWritten() {
        check(
                "['Error: attempt to write a readonly database']",
                "outputs('sql\\nCREATE TABLE t(a)', database=made(), read_only=True)");
        check(
                "['a\\n-\\n7']",
                "outputs('sql\\nSELECT a FROM own', database=made(), read_only=True)");
    }

    @Test
    void fencesAreLongerThanWhatIsInThem() {
        assertEquals(
                "```python\nprint('```')\n```\n\n````output\n```\n````",
                run("result(\"```python\\nprint('```')\\n```\")[0]").asString());
    }
}
