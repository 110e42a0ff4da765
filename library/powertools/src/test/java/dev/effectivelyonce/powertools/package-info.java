/** Tests of the bridge, with methods that Powertools' aspect is woven into. */
@NullMarked
package dev.effectivelyonce.powertools;

import org.jspecify.annotations.NullMarked;
