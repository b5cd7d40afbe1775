package org.sqlvm.ecosystem;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import schemacrawler.schema.Catalog;
import schemacrawler.schema.Column;
import schemacrawler.schema.ForeignKey;
import schemacrawler.schema.Table;
import schemacrawler.schemacrawler.LoadOptionsBuilder;
import schemacrawler.schemacrawler.SchemaCrawlerOptions;
import schemacrawler.schemacrawler.SchemaCrawlerOptionsBuilder;
import schemacrawler.schemacrawler.SchemaInfoLevelBuilder;
import schemacrawler.tools.utility.SchemaCrawlerUtility;

import us.fatehi.utility.datasource.DatabaseConnectionSource;
import us.fatehi.utility.datasource.DatabaseConnectionSources;
import us.fatehi.utility.datasource.MultiUseUserCredentials;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** A catalog that SchemaCrawler makes of the driver's metadata alone. */
final class SchemaCrawlerTest {
    private static Catalog catalog(String url) {
        SchemaCrawlerOptions options = SchemaCrawlerOptionsBuilder.newSchemaCrawlerOptions()
                .withLoadOptions(LoadOptionsBuilder.builder()
                        .withSchemaInfoLevel(SchemaInfoLevelBuilder.standard())
                        .toOptions());
        DatabaseConnectionSource source = DatabaseConnectionSources.newDatabaseConnectionSource(
                url, new MultiUseUserCredentials());
        return SchemaCrawlerUtility.getCatalog(source, options);
    }

    @Test
    void tablesColumnsAndKeys(@TempDir Path folder) throws SQLException {
        String url = "jdbc:sqlvm:" + folder.resolve("t.db");
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE parent (id INTEGER PRIMARY KEY, name VARCHAR(20) UNIQUE)");
            statement.execute("CREATE TABLE child (id INTEGER PRIMARY KEY, p INT CONSTRAINT fk_p"
                    + " REFERENCES parent, price DECIMAL(10, 2))");
            statement.execute("CREATE VIEW v AS SELECT id, price FROM child");
        }
        Catalog catalog = catalog(url);
        List<String> tables = catalog.getTables().stream().map(Table::getName).toList();
        assertEquals(List.of("parent", "child", "v"), tables);
        Table child = catalog.getTables().stream()
                .filter(table -> table.getName().equals("child"))
                .findFirst()
                .orElseThrow();
        assertEquals(
                List.of("id", "p", "price"),
                child.getColumns().stream().map(Column::getName).toList());
        assertEquals(
                List.of("fk_p"),
                child.getImportedForeignKeys().stream().map(ForeignKey::getName).toList());
        assertEquals(
                "parent",
                child.getImportedForeignKeys()
                        .iterator()
                        .next()
                        .getPrimaryKeyTable()
                        .getName());
    }
}
