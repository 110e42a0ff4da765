/** Caches that remember completed records for a short time. */
@NullMarked
package dev.effectivelyonce.core.cache;

import org.jspecify.annotations.NullMarked;
