/** Tools for tests of an SQS consumer: events, a Lambda context and changes of visibility. */
@NullMarked
package dev.effectivelyonce.testkit.sqs;

import org.jspecify.annotations.NullMarked;
