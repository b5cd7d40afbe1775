/** Programs of the engine as nodes of Truffle, and the language {@code sqlvm} that GraalVM loads. */
module sqlvm.language {
    requires static java.management;
    requires static jdk.jfr;
    requires transitive sqlvm.engine;
    requires org.graalvm.polyglot;
    requires org.graalvm.truffle;

    exports org.sqlvm.language.machine;

    provides com.oracle.truffle.api.provider.TruffleLanguageProvider with
            org.sqlvm.language.SqlvmLanguageProvider;
}
