package org.sqlvm.engine.pager;

/**
 * Makes the pages of a pager for the layer above.
 *
 * @param <P> the type of a page, with the fields that this layer decodes
 */
public interface PageFactory<P extends Page> {
    /** A page whose content has not been decoded. */
    P make(int number, byte[] data, boolean unkept);
}
