/** Tests of what the command replay tells. */
@NullMarked
package dev.effectivelyonce.cli.letters;

import org.jspecify.annotations.NullMarked;
