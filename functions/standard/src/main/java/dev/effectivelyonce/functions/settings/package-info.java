/** What the stack tells the functions. */
@NullMarked
package dev.effectivelyonce.functions.settings;

import org.jspecify.annotations.NullMarked;
