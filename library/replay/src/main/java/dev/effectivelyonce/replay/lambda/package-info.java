/** The replay as a Lambda function. */
@NullMarked
package dev.effectivelyonce.replay.lambda;

import org.jspecify.annotations.NullMarked;
