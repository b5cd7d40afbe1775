package org.sqlvm.language.nodes;

import com.oracle.truffle.api.CompilerDirectives;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.nodes.Node;

import org.sqlvm.engine.data.RegisteredCollation;
import org.sqlvm.engine.data.Text;
import org.sqlvm.language.callbacks.guest.GuestCallNode;
import org.sqlvm.language.callbacks.guest.GuestOrder;

/**
 * Compares two texts under a collation that the user has registered. A collation in another
 * language is compiled into the program; one in Java takes two Strings, which cost more than the
 * call.
 */
final class CollationNode extends Node {
    private final RegisteredCollation collation;

    /** Null before the first comparison in another language. */
    @Child
    private GuestCallNode guestCall;

    CollationNode(RegisteredCollation collation) {
        this.collation = collation;
    }

    int compare(Text left, Text right) {
        RegisteredCollation.Order order = order(collation);
        if (!(order instanceof GuestOrder guest)) {
            return compare(order, left, right);
        }
        if (guestCall == null) {
            CompilerDirectives.transferToInterpreterAndInvalidate();
            guestCall = insert(GuestCallNode.create());
        }
        return guestCall.order(guest, left, right);
    }

    @TruffleBoundary
    private static RegisteredCollation.Order order(RegisteredCollation collation) {
        return collation.order();
    }

    @TruffleBoundary
    private static int compare(RegisteredCollation.Order order, Text left, Text right) {
        return order.compare(left, right);
    }
}
