/** The named effects inside a claim. Each is remembered, and a policy resolves doubts. */
@NullMarked
package dev.effectivelyonce.core.steps;

import org.jspecify.annotations.NullMarked;
