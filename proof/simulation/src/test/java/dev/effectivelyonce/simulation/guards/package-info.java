/**
 * The proof proves itself: each guard of the production code is switched off in turn, and must be
 * caught.
 */
@NullMarked
package dev.effectivelyonce.simulation.guards;

import org.jspecify.annotations.NullMarked;
