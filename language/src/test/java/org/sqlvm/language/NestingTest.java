package org.sqlvm.language;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.sqlvm.api.SqlvmException;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** How deep views and common table expressions may stand in one another. */
final class NestingTest extends DatabaseTestCase {
    private void isTooDeep(String sql) {
        assertEquals(
                "VIEWs and/or subqueries nested too deep",
                message(SqlvmException.class, () -> database.prepare(sql)));
    }

    @Test
    void aThousandViewsAreTooMany() {
        database.execute("CREATE VIEW v1 AS SELECT 1 AS x");
        for (int i = 2; i <= 1000; i++) {
            database.execute("CREATE VIEW v" + i + " AS SELECT x FROM v" + (i - 1));
        }
        assertEquals(List.of(1L), all("SELECT * FROM v999"));
        isTooDeep("SELECT * FROM v1000");
    }

    private static String chain(int count) {
        String tables = IntStream.range(1, count)
                .mapToObj(i -> ", c" + i + " AS (SELECT x FROM c" + (i - 1) + ")")
                .collect(Collectors.joining());
        return "WITH c0 AS (SELECT 1 AS x)" + tables + " SELECT x FROM c" + (count - 1);
    }

    @Test
    void aThousandCommonTablesAreTooMany() {
        assertEquals(List.of(1L), all(chain(999)));
        isTooDeep(chain(1000));
    }
}
