package org.sqlvm.language.callbacks.host;

import org.sqlvm.engine.data.RegisteredCollation;
import org.sqlvm.engine.data.Text;

import java.util.Comparator;

/** A collation in Java. */
public record HostOrder(Comparator<String> order) implements RegisteredCollation.Order {
    @Override
    public int compare(Text left, Text right) {
        try {
            return order.compare(left.toString(), right.toString());
        } catch (Throwable thrown) {
            throw HostErrors.of(thrown);
        }
    }
}
