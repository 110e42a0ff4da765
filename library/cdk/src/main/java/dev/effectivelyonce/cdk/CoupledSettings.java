package dev.effectivelyonce.cdk;

import java.time.Duration;

/** The settings of one consumer that have to agree with each other, as plain values. */
record CoupledSettings(
    Duration functionTimeout,
    SourceQueueSettings source,
    DeadLetterSettings deadLetters,
    PollingSettings polling,
    RetrySettings retries,
    Duration recordRetention) {}
