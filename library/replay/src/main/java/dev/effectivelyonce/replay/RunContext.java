package dev.effectivelyonce.replay;

import java.time.Clock;
import java.time.Instant;

/**
 * What the messages of a run have in common.
 *
 * @param end after which none is begun
 */
record RunContext(QueuePair.Facts facts, RateLimiter pacing, Instant end, Clock clock) {}
