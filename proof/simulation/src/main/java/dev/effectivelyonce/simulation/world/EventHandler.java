package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.core.handler.HandlerResult;

/** A handler of events, from whatever source. */
@FunctionalInterface
interface EventHandler {
  /** Handles one. */
  HandlerResult handle(Event event, EventDelivery delivery) throws Exception;
}
