/**
 * SQL to programs, programs over pages. Applications see {@code api}; all else is for the language
 * that runs the programs, and for modules that read files.
 */
@SuppressWarnings("module") // The language is compiled after us, so javac cannot know its name yet.
module sqlvm.engine {
    requires static jdk.jfr;
    requires org.graalvm.truffle;
    requires static org.jspecify;

    exports org.sqlvm.api;
    exports org.sqlvm.api.arrow;
    exports org.sqlvm.api.files;
    exports org.sqlvm.api.search;
    exports org.sqlvm.api.text;
    exports org.sqlvm.engine.advice to
            sqlvm.java,
            sqlvm.jdbc,
            sqlvm.language,
            sqlvm.parquet,
            sqlvm.server;
    exports org.sqlvm.engine.btree to sqlvm.language;
    exports org.sqlvm.engine.codegen to sqlvm.language;
    exports org.sqlvm.engine.codegen.query to sqlvm.language;
    exports org.sqlvm.engine.data to sqlvm.arrow, sqlvm.jdbc, sqlvm.language, sqlvm.parquet;
    exports org.sqlvm.engine.db to sqlvm.language;
    exports org.sqlvm.engine.error to sqlvm.arrow, sqlvm.language, sqlvm.parquet, sqlvm.server;
    exports org.sqlvm.engine.event to sqlvm.language;
    exports org.sqlvm.engine.file to sqlvm.arrow, sqlvm.language, sqlvm.parquet;
    exports org.sqlvm.engine.pager to sqlvm.language;
    exports org.sqlvm.engine.plan.options to sqlvm.language;
    exports org.sqlvm.engine.plan.stats to sqlvm.language;
    exports org.sqlvm.engine.json to sqlvm.arrow, sqlvm.language, sqlvm.parquet;
    exports org.sqlvm.engine.prepare to sqlvm.language;
    exports org.sqlvm.engine.program to sqlvm.language;
    exports org.sqlvm.engine.row to sqlvm.language;
    exports org.sqlvm.engine.row.function to sqlvm.language;
    exports org.sqlvm.engine.row.aggregate to sqlvm.language;
    exports org.sqlvm.engine.row.window to sqlvm.language;
    exports org.sqlvm.engine.row.hash to sqlvm.language;
    exports org.sqlvm.engine.row.sort to sqlvm.language;
    exports org.sqlvm.engine.schema to sqlvm.language;
    exports org.sqlvm.engine.sql to sqlvm.language;
    exports org.sqlvm.engine.sql.tree to sqlvm.language;
    exports org.sqlvm.engine.vector to sqlvm.language;
    exports org.sqlvm.engine.vector.column to sqlvm.language;
    exports org.sqlvm.engine.vector.cache to sqlvm.language;
    exports org.sqlvm.engine.vector.query to sqlvm.language;
    exports org.sqlvm.engine.vector.saved to sqlvm.language;
    exports org.sqlvm.engine.vector.scan to sqlvm.language;
    exports org.sqlvm.engine.virtual to sqlvm.language, sqlvm.server;
    exports org.sqlvm.engine.virtual.files to sqlvm.arrow, sqlvm.language, sqlvm.parquet;
    exports org.sqlvm.engine.virtual.module to sqlvm.language;
    exports org.sqlvm.engine.virtual.pragma to sqlvm.language;
    exports org.sqlvm.engine.virtual.rtree to sqlvm.language;

    uses org.sqlvm.api.files.FileFormat;
    uses org.sqlvm.engine.virtual.files.Compression;
}
