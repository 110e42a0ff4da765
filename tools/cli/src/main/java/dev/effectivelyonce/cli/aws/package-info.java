/** Clients of AWS or of what stands in for it, and what a stack's outputs name. */
@NullMarked
package dev.effectivelyonce.cli.aws;

import org.jspecify.annotations.NullMarked;
