/** A replay over the store in Redis. */
@NullMarked
package dev.effectivelyonce.replay;

import org.jspecify.annotations.NullMarked;
