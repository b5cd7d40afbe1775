/** Opens databases for Java programs that know nothing of Graal. */
module sqlvm.java {
    requires org.graalvm.polyglot;
    requires sqlvm.language;
    requires transitive sqlvm.engine;

    exports org.sqlvm;
}
