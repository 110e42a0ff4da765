/** A bad network between functions and engines: what is asked or answered gets lost on the way. */
@NullMarked
package dev.effectivelyonce.local.chaos;

import org.jspecify.annotations.NullMarked;
