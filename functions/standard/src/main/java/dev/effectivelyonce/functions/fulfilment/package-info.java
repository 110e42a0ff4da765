/** Orders reserved, charged and shipped, or brought back to where they were. */
@NullMarked
package dev.effectivelyonce.functions.fulfilment;

import org.jspecify.annotations.NullMarked;
