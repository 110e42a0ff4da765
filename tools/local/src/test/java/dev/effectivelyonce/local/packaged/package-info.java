/** The packaged functions on the synthesized stack. */
@NullMarked
package dev.effectivelyonce.local.packaged;

import org.jspecify.annotations.NullMarked;
