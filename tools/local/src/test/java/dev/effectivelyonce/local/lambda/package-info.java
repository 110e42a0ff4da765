/** Functions in processes of their own. */
@NullMarked
package dev.effectivelyonce.local.lambda;

import org.jspecify.annotations.NullMarked;
