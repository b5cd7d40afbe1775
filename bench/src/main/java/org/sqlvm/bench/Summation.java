package org.sqlvm.bench;

/** One engine's way of reading all rows and adding them up in Java. */
interface Summation extends AutoCloseable {
    String SQL = "SELECT quantity, extendedprice, discount FROM lineitem";

    Sum run();

    @Override
    void close();

    record Sum(long rows, double value) {}
}
