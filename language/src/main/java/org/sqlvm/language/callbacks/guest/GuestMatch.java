package org.sqlvm.language.callbacks.guest;

import com.oracle.truffle.api.interop.TruffleObject;

import org.sqlvm.api.search.MatchContext;

/** A row that a full-text query has found, as other languages see it. */
public interface GuestMatch extends TruffleObject {
    /** Makes such an object for a call of a function. */
    @FunctionalInterface
    interface Maker {
        GuestMatch of(MatchContext match, GuestCallee callee);
    }

    /** Lets the object refuse all use: the call has ended. */
    void end();
}
