package org.sqlvm.ecosystem;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.DataClassRowMapper;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.simple.SimpleJdbcInsert;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.init.ScriptUtils;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.transaction.support.TransactionTemplate;
import org.sqlvm.jdbc.SqlvmDataSource;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;

/** JdbcTemplate and what stands around it. */
final class SpringTest {
    @TempDir
    Path folder;

    private SqlvmDataSource source;
    private JdbcTemplate template;

    private record Part(long id, String name, Double price, LocalDateTime changed) {}

    @BeforeEach
    void open() throws SQLException {
        source = new SqlvmDataSource();
        source.setDatabaseName(folder.resolve("spring.db").toString());
        template = new JdbcTemplate(source);
        String script = "-- parts\nCREATE TABLE part (id INTEGER PRIMARY KEY, name TEXT UNIQUE,"
                + " price REAL, changed TEXT);\nINSERT INTO part (name) VALUES ('bolt');";
        try (Connection connection = source.getConnection()) {
            ScriptUtils.executeSqlScript(
                    connection, new ByteArrayResource(script.getBytes(StandardCharsets.UTF_8)));
        }
    }

    @Test
    void queriesAndUpdates() {
        LocalDateTime moment = LocalDateTime.of(2026, 11, 21, 20, 15);
        assertEquals(
                1,
                template.update(
                        "INSERT INTO part (name, price, changed) VALUES (?, ?, ?)",
                        "nut",
                        0.5,
                        moment));
        List<Part> parts = template.query(
                "SELECT * FROM part ORDER BY id", new DataClassRowMapper<>(Part.class));
        assertEquals(
                List.of(new Part(1, "bolt", null, null), new Part(2, "nut", 0.5, moment)), parts);
        assertEquals(2, template.queryForObject("SELECT count(*) FROM part", Integer.class));
        assertArrayEquals(
                new int[] {1, 1},
                template.batchUpdate(
                        "UPDATE part SET price = ? WHERE name = ?",
                        List.of(new Object[] {1, "bolt"}, new Object[] {2.5, "nut"})));
        List<String> names = new NamedParameterJdbcTemplate(source)
                .queryForList(
                        "SELECT name FROM part WHERE name IN (:names) AND price > :price",
                        new MapSqlParameterSource(
                                Map.of("names", List.of("bolt", "nut"), "price", 2)),
                        String.class);
        assertEquals(List.of("nut"), names);
    }

    @Test
    void keys() {
        GeneratedKeyHolder holder = new GeneratedKeyHolder();
        template.update(
                connection -> {
                    PreparedStatement insert = connection.prepareStatement(
                            "INSERT INTO part (name) VALUES (?), ('washer')",
                            Statement.RETURN_GENERATED_KEYS);
                    insert.setString(1, "screw");
                    return insert;
                },
                holder);
        assertEquals(2, holder.getKeyList().size());
        Number key = new SimpleJdbcInsert(source)
                .withTableName("part")
                .usingGeneratedKeyColumns("id")
                .executeAndReturnKey(Map.of("name", "rivet"));
        assertEquals(4, key.intValue());
    }

    @Test
    void errorsAreTranslated() {
        assertThrows(
                DuplicateKeyException.class,
                () -> template.update("INSERT INTO part (name) VALUES ('bolt')"));
        assertThrows(
                BadSqlGrammarException.class, () -> template.queryForList("SELECT * FROM missing"));
    }

    @Test
    void transactions() {
        TransactionTemplate transaction =
                new TransactionTemplate(new DataSourceTransactionManager(source));
        transaction.executeWithoutResult(status -> {
            template.update("DELETE FROM part");
            Object savepoint = status.createSavepoint();
            template.update("INSERT INTO part (name) VALUES ('x')");
            status.rollbackToSavepoint(savepoint);
            status.setRollbackOnly();
        });
        assertEquals(1, template.queryForObject("SELECT count(*) FROM part", Integer.class));
        transaction.setReadOnly(true);
        transaction.executeWithoutResult(
                _ -> assertEquals(1, template.queryForList("SELECT * FROM part").size()));
    }
}
