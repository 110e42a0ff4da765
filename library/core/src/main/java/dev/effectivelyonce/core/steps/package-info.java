/** The named effects inside a claim: each is remembered, and doubts have a policy. */
@NullMarked
package dev.effectivelyonce.core.steps;

import org.jspecify.annotations.NullMarked;
