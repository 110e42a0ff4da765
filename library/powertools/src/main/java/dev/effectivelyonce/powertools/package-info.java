/** A persistence store for Powertools' {@code @Idempotent} that keeps the claim protocol. */
@NullMarked
package dev.effectivelyonce.powertools;

import org.jspecify.annotations.NullMarked;
