/** Results as record batches of Apache Arrow, and files of Arrow as tables. */
module sqlvm.arrow {
    requires transitive org.apache.arrow.memory.core;
    requires transitive org.apache.arrow.vector;
    requires transitive sqlvm.engine;
    requires org.apache.arrow.format;

    exports org.sqlvm.arrow;

    provides org.sqlvm.api.files.FileFormat with
            org.sqlvm.arrow.files.ArrowFormat;
}
