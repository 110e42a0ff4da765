/** The engine that runs a handler under a claim and returns exactly one outcome. */
@NullMarked
package dev.effectivelyonce.core.engine;

import org.jspecify.annotations.NullMarked;
