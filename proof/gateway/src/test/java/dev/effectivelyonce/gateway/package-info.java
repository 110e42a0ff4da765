/** Tests of the stand-in. */
@NullMarked
package dev.effectivelyonce.gateway;

import org.jspecify.annotations.NullMarked;
