/** Tests of the layout of results. */
@NullMarked
package dev.effectivelyonce.cli.output;

import org.jspecify.annotations.NullMarked;
