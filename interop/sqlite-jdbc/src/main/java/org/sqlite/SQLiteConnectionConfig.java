package org.sqlite;

import java.util.Locale;
import java.util.Properties;
import java.util.function.Consumer;

/** The settings of a connection for transactions, dates and keys. */
public class SQLiteConnectionConfig {
    private final SQLiteConfig.DateClass dateClass;
    private final SQLiteConfig.DatePrecision datePrecision;
    private final String dateStringFormat;
    private boolean generatedKeys;
    /** The connection, if it is that of one: it hears of changes. */
    private Consumer<Boolean> keysListener = _ -> {};

    private SQLiteConfig.TransactionMode transactionMode;

    private SQLiteConnectionConfig(SQLiteConfig config, Properties properties) {
        String kind = properties.getProperty(SQLiteConfig.Pragma.DATE_CLASS.pragmaName, "INTEGER");
        String unit = properties.getProperty(
                SQLiteConfig.Pragma.DATE_PRECISION.pragmaName, "MILLISECONDS");
        this.dateClass = SQLiteConfig.DateClass.getDateClass(kind);
        this.datePrecision = SQLiteConfig.DatePrecision.getPrecision(unit);
        this.dateStringFormat = properties.getProperty(
                SQLiteConfig.Pragma.DATE_STRING_FORMAT.pragmaName,
                SQLiteConfig.DEFAULT_DATE_STRING_FORMAT);
        this.generatedKeys = config.isGetGeneratedKeys();
        this.transactionMode = config.getTransactionMode();
    }

    /** Returns what properties say. */
    public static SQLiteConnectionConfig fromPragmaTable(Properties properties) {
        return new SQLiteConnectionConfig(new SQLiteConfig(properties), properties);
    }

    public SQLiteConfig.DateClass getDateClass() {
        return dateClass;
    }

    public SQLiteConfig.DatePrecision getDatePrecision() {
        return datePrecision;
    }

    /** Milliseconds of a unit. */
    public long getDateMultiplier() {
        return datePrecision == SQLiteConfig.DatePrecision.SECONDS ? 1000 : 1;
    }

    public String getDateStringFormat() {
        return dateStringFormat;
    }

    public boolean isGetGeneratedKeys() {
        return generatedKeys;
    }

    /** Sets whether getGeneratedKeys gives a rowid without a request. */
    public void setGetGeneratedKeys(boolean on) {
        generatedKeys = on;
        keysListener.accept(on);
    }

    void onGeneratedKeys(Consumer<Boolean> listener) {
        keysListener = listener;
    }

    public SQLiteConfig.TransactionMode getTransactionMode() {
        return transactionMode;
    }

    void setTransactionMode(SQLiteConfig.TransactionMode mode) {
        transactionMode = mode;
    }

    /** The statement that begins a transaction. */
    String transactionPrefix() {
        return transactionMode == SQLiteConfig.TransactionMode.DEFERRED
                ? "begin;"
                : "begin " + transactionMode.getValue().toLowerCase(Locale.ROOT) + ";";
    }
}
