/** The function that tests deploy; runs in its own process, so it uses nothing but the runtime. */
@NullMarked
package dev.effectivelyonce.local.function;

import org.jspecify.annotations.NullMarked;
