/** Records: which one is meant, what it means, what to do about it, and what an operator does. */
@NullMarked
package dev.effectivelyonce.operations.record;

import org.jspecify.annotations.NullMarked;
