/** Files in which operations save what they take away. */
@NullMarked
package dev.effectivelyonce.operations.file;

import org.jspecify.annotations.NullMarked;
