/** Results as text or as JSON. */
@NullMarked
package dev.effectivelyonce.cli.output;

import org.jspecify.annotations.NullMarked;
