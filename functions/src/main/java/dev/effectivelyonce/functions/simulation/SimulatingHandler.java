package dev.effectivelyonce.functions.simulation;

import dev.effectivelyonce.core.engine.Platform.Pause;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.functions.simulation.Fault.Attempts;
import dev.effectivelyonce.functions.simulation.Fault.Kind;
import dev.effectivelyonce.sqs.Delivery;
import dev.effectivelyonce.sqs.MessageHandler;
import java.time.Duration;
import java.util.Optional;

/**
 * A handler around another that carries out the fault in the message attribute {@value #ATTRIBUTE}.
 *
 * @param <M> the type of the messages
 */
public final class SimulatingHandler<M> implements MessageHandler<M> {
  /** The message attribute that names the fault. */
  public static final String ATTRIBUTE = "simulate";

  private static final int CRASH_STATUS = 134;
  private static final Duration LONGER_THAN_ANY_TIMEOUT = Duration.ofHours(1);

  private final MessageHandler<M> handler;
  private final Pause pause;
  private final Runnable crash;

  /**
   * @param pause how to wait
   * @param crash ends the process at once
   */
  SimulatingHandler(MessageHandler<M> handler, Pause pause, Runnable crash) {
    this.handler = handler;
    this.pause = pause;
    this.crash = crash;
  }

  /** The handler itself where faults are off, else one that carries them out. */
  public static <M> MessageHandler<M> around(MessageHandler<M> handler, SimulatedFaults faults) {
    return switch (faults) {
      case OFF -> handler;
      case ON ->
          new SimulatingHandler<>(
              handler, Thread::sleep, () -> Runtime.getRuntime().halt(CRASH_STATUS));
    };
  }

  @Override
  public HandlerResult handle(M message, Delivery delivery) throws Exception {
    String attribute = delivery.message().attributes().get(ATTRIBUTE);
    if (attribute == null) {
      return handler.handle(message, delivery);
    }
    Optional<Fault> fault = Fault.parse(attribute);
    if (fault.isEmpty()) {
      return HandlerResult.fail("The message attribute " + ATTRIBUTE + " names no known fault");
    }
    return happens(fault.get(), delivery)
        ? carryOut(fault.get().kind(), message, delivery)
        : handler.handle(message, delivery);
  }

  private static boolean happens(Fault fault, Delivery delivery) {
    return fault.on() == Attempts.EVERY || delivery.attempt().isFirst();
  }

  private HandlerResult carryOut(Kind kind, M message, Delivery delivery) throws Exception {
    return switch (kind) {
      case Kind.FailRetryable ignored -> HandlerResult.retry("Simulated retryable failure");
      case Kind.FailPermanent ignored -> HandlerResult.fail("Simulated permanent failure");
      case Kind.CrashBeforeEffect ignored -> {
        crash.run();
        yield handler.handle(message, delivery);
      }
      case Kind.CrashAfterEffect ignored -> {
        HandlerResult result = handler.handle(message, delivery);
        crash.run();
        yield result;
      }
      case Kind.Timeout ignored -> {
        pause.pause(LONGER_THAN_ANY_TIMEOUT);
        yield HandlerResult.retry("Simulated timeout");
      }
      case Kind.Slow(Duration delay) -> {
        pause.pause(delay);
        yield handler.handle(message, delivery);
      }
    };
  }
}
