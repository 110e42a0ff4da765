package dev.effectivelyonce.cdk;

import java.time.Duration;

/** The settings of a consumer and its queues that have to agree, on Lambda or in a service. */
record QueueTerms(
    SourceQueueSettings source,
    DeadLetterSettings deadLetters,
    Redelivery redelivery,
    RetrySettings retries,
    Duration recordRetention) {}
