package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.core.handler.Attempt;
import java.time.Instant;

/**
 * The delivery of an event, from whatever source.
 *
 * @param attempt the claim under which its handler runs
 * @param deadline when Lambda ends its invocation, in true time
 * @param effect is told when the event has its effect
 */
record EventDelivery(Attempt attempt, Instant deadline, Runnable effect) {}
