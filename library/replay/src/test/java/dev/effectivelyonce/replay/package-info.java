/** Tests of the replay. */
@NullMarked
package dev.effectivelyonce.replay;

import org.jspecify.annotations.NullMarked;
