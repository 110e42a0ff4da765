/** Tests of the saga, against the gateway's stand-in. */
@NullMarked
package dev.effectivelyonce.functions.fulfilment;

import org.jspecify.annotations.NullMarked;
