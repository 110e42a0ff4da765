/** Tests of what happens before a snapshot. */
@NullMarked
package dev.effectivelyonce.functions.snapstart;

import org.jspecify.annotations.NullMarked;
