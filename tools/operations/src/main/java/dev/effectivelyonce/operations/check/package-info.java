/** Checks templates of infrastructure against the rules, before anything is deployed. */
@NullMarked
package dev.effectivelyonce.operations.check;

import org.jspecify.annotations.NullMarked;
