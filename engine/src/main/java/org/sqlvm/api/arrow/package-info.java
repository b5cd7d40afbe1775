/** Results in the formats of Apache Arrow, without its library. */
package org.sqlvm.api.arrow;
