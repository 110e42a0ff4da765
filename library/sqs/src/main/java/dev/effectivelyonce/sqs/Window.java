package dev.effectivelyonce.sqs;

import java.time.Instant;

/**
 * The time that an invocation has.
 *
 * @param stopAt after this no handler starts
 * @param deadline when Lambda ends it
 * @param leaseUntil when its claims lapse
 */
record Window(Instant stopAt, Instant deadline, Instant leaseUntil) {}
