/** What can go wrong, and what to do then. */
@NullMarked
package dev.effectivelyonce.operations.problem;

import org.jspecify.annotations.NullMarked;
