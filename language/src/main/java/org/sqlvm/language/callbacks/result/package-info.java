/**
 * What callbacks of any language give: values, columns of rows, failures. It knows neither kind of
 * callback.
 */
package org.sqlvm.language.callbacks.result;
