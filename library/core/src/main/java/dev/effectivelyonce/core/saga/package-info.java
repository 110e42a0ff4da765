/** Steps that are undone in reverse when one of them fails for good. */
@NullMarked
package dev.effectivelyonce.core.saga;

import org.jspecify.annotations.NullMarked;
