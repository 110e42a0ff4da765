package dev.effectivelyonce.replay;

import java.time.Clock;
import java.time.Instant;

/**
 * The common context of a run's messages.
 *
 * @param end after which none is begun
 * @param stop the wish that none is begun any more
 */
record RunContext(
    QueuePair.Facts facts, RateLimiter pacing, Instant end, Clock clock, StopSignal stop) {}
