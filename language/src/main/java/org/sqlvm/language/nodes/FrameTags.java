package org.sqlvm.language.nodes;

import com.oracle.truffle.api.frame.FrameSlotKind;

/** The tags of the frame slots that hold registers. */
final class FrameTags {
    static final byte LONG = FrameSlotKind.Long.tag;
    static final byte DOUBLE = FrameSlotKind.Double.tag;

    private FrameTags() {}
}
