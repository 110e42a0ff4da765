/** Tests of the consumer of streams. */
@NullMarked
package dev.effectivelyonce.streams;

import org.jspecify.annotations.NullMarked;
