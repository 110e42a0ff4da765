/** Tests of what the command replay tells. */
@NullMarked
package dev.effectivelyonce.cli.replay;

import org.jspecify.annotations.NullMarked;
