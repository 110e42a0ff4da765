/** Runs a handler under a claim, and turns everything that can happen into one outcome. */
@NullMarked
package dev.effectivelyonce.core.engine;

import org.jspecify.annotations.NullMarked;
