/** Results as record batches of Apache Arrow. */
module sqlvm.arrow {
    requires transitive org.apache.arrow.memory.core;
    requires transitive org.apache.arrow.vector;
    requires transitive sqlvm.engine;

    exports org.sqlvm.arrow;
}
