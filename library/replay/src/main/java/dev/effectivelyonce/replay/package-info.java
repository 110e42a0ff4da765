/** Returns dead letters to their source queue, each as its idempotency record allows. */
@NullMarked
package dev.effectivelyonce.replay;

import org.jspecify.annotations.NullMarked;
