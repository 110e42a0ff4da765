/** What a function does before SnapStart takes its snapshot. */
@NullMarked
package dev.effectivelyonce.functions.snapstart;

import org.jspecify.annotations.NullMarked;
