/** Tests of function URLs. */
@NullMarked
package dev.effectivelyonce.local.url;

import org.jspecify.annotations.NullMarked;
