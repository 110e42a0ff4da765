/**
 * Runs packaged functions as Lambda does: a process per environment, behind a local Runtime API.
 */
@NullMarked
package dev.effectivelyonce.local.lambda;

import org.jspecify.annotations.NullMarked;
