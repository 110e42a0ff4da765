/** The rules of the code base. */
@NullMarked
package dev.effectivelyonce.architecture;

import org.jspecify.annotations.NullMarked;
