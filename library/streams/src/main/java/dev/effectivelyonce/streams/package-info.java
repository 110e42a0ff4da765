/** Kinesis and DynamoDB Streams: a Lambda batch in, the first record that is not done out. */
@NullMarked
package dev.effectivelyonce.streams;

import org.jspecify.annotations.NullMarked;
