/** Replays the dead letters of orders and payments. */
@NullMarked
package dev.effectivelyonce.functions.replay;

import org.jspecify.annotations.NullMarked;
