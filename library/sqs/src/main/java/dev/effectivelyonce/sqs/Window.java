package dev.effectivelyonce.sqs;

import java.time.Instant;

/**
 * The time that an invocation has.
 *
 * @param stopAt after this no handler starts
 * @param leaseUntil when its claims lapse
 */
record Window(Instant stopAt, Instant leaseUntil) {}
