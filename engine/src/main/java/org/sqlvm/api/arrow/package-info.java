/** Results in the formats of Apache Arrow, without its library. */
@NullMarked
package org.sqlvm.api.arrow;

import org.jspecify.annotations.NullMarked;
