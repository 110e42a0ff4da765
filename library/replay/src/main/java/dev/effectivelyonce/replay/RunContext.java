package dev.effectivelyonce.replay;

import dev.effectivelyonce.core.engine.SendSpan;
import dev.effectivelyonce.core.engine.SendTracer;
import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The common context of a run's messages.
 *
 * @param end after which none is begun
 * @param tracer traces each letter that is sent or deleted
 * @param span the span of the run
 * @param stop the wish that the run ends: it begins nothing further, and ends what it has begun
 */
record RunContext(
    QueuePair.Facts facts,
    RateLimiter pacing,
    Instant end,
    Clock clock,
    SendTracer tracer,
    SendSpan span,
    AtomicBoolean stop) {}
