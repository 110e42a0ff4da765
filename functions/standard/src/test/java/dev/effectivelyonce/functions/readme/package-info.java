/** The consumer that README shows. */
@NullMarked
package dev.effectivelyonce.functions.readme;

import org.jspecify.annotations.NullMarked;
