/** Tests of the SQS consumer against the in-memory store. */
@NullMarked
package dev.effectivelyonce.tests.sqs;

import org.jspecify.annotations.NullMarked;
