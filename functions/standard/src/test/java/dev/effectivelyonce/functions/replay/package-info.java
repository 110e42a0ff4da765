/** Tests of the replay function. */
@NullMarked
package dev.effectivelyonce.functions.replay;

import org.jspecify.annotations.NullMarked;
