/** The pages that each visitor has clicked, from a stream of Kinesis. */
@NullMarked
package dev.effectivelyonce.functions.clicks;

import org.jspecify.annotations.NullMarked;
