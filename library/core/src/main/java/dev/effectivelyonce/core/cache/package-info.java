/** Windows that remember what is done for a short time. */
@NullMarked
package dev.effectivelyonce.core.cache;

import org.jspecify.annotations.NullMarked;
