/** What tests of an SQS consumer need: events, a Lambda context, and what SQS was told. */
@NullMarked
package dev.effectivelyonce.testkit.sqs;

import org.jspecify.annotations.NullMarked;
