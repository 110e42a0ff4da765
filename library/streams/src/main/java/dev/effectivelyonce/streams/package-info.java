/**
 * Consumers for Kinesis and DynamoDB Streams. They take a Lambda batch and return the first record
 * that is not done.
 */
@NullMarked
package dev.effectivelyonce.streams;

import org.jspecify.annotations.NullMarked;
