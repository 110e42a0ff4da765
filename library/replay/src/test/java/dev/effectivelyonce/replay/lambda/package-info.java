/** Tests of the replay function. */
@NullMarked
package dev.effectivelyonce.replay.lambda;

import org.jspecify.annotations.NullMarked;
