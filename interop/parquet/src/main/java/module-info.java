/** Files of Apache Parquet as tables, and files compressed by zstd. */
module sqlvm.parquet {
    requires com.github.luben.zstd_jni;
    requires dec; // org.brotli:dec has no other name of a module.
    requires sqlvm.engine;

    provides org.sqlvm.engine.virtual.files.Compression with
            org.sqlvm.parquet.ZstdCompression;
    provides org.sqlvm.api.files.FileFormat with
            org.sqlvm.parquet.ParquetFormat;
}
