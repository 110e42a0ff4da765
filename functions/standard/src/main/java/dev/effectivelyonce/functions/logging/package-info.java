/** How the functions write their log. */
@NullMarked
package dev.effectivelyonce.functions.logging;

import org.jspecify.annotations.NullMarked;
