package dev.effectivelyonce.replay;

import java.time.Clock;
import java.time.Instant;

/**
 * What the messages of a run have in common.
 *
 * @param end after which none is begun
 */
record Surroundings(Queues.Facts facts, Pacing pacing, Instant end, Clock clock) {}
