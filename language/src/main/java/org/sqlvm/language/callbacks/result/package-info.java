/**
 * The results of callbacks of any language: values, columns of rows, failures. Depends on neither
 * kind of callback.
 */
package org.sqlvm.language.callbacks.result;
