/** Replays of a consumer's dead letters. */
@NullMarked
package dev.effectivelyonce.operations.replay;

import org.jspecify.annotations.NullMarked;
