/** Clients of AWS or of what stands in for it, and what a stack's outputs name. */
@NullMarked
package dev.effectivelyonce.operations.aws;

import org.jspecify.annotations.NullMarked;
