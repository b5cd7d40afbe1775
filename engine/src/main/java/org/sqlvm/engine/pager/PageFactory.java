package org.sqlvm.engine.pager;

/**
 * Makes the pages of a pager, as the layer above wants them.
 *
 * @param <P> a page with what that layer decodes of it
 */
public interface PageFactory<P extends Page> {
    /** A page whose content has not been decoded. */
    P make(int number, byte[] data, boolean unkept);
}
