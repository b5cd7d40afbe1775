package org.sqlvm.engine.virtual.files;

/**
 * How a file of values is written. Characters are those of ASCII; -1 stands for none.
 *
 * @param escape what stands before a quote inside of quotes; often the quote itself
 * @param comment what a line begins with that is left out
 */
record CsvDialect(int delimiter, int quote, int escape, int comment) {
    CsvDialect withDelimiter(int other) {
        return new CsvDialect(other, quote, escape, comment);
    }
}
