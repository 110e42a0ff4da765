package dev.effectivelyonce.sqs;

import dev.effectivelyonce.core.engine.DeliveryEngine;
import dev.effectivelyonce.core.engine.LanesAtWork;
import dev.effectivelyonce.core.engine.LanesAtWork.Absence;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.Request;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.sqs.Received.Unusable;
import dev.effectivelyonce.sqs.Received.Usable;
import dev.effectivelyonce.sqs.Verdict.Fail;
import dev.effectivelyonce.sqs.Verdict.Rest;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the messages of one lane in order. */
final class LaneRunner<M> {
  private static final Logger LOG = LoggerFactory.getLogger(SqsConsumer.class);

  /** An event of this lane, by which its copies are known. */
  private record Event(BusinessKey key, Optional<Fingerprint> fingerprint) {}

  private final DeliveryEngine engine;
  private final MessageHandler<M> handler;
  private final Verdicts verdicts;
  private final Clock clock;

  LaneRunner(DeliveryEngine engine, MessageHandler<M> handler, Verdicts verdicts, Clock clock) {
    this.engine = engine;
    this.handler = handler;
    this.verdicts = verdicts;
    this.clock = clock;
  }

  /** This runner for the lanes of one batch, which write to the store together. */
  LaneRunner<M> gathering(LanesAtWork lanes, Instant deadline) {
    return new LaneRunner<>(
        engine.gathering(lanes, deadline),
        (message, delivery) -> {
          try (Absence ignored = lanes.leave()) {
            return handler.handle(message, delivery);
          }
        },
        verdicts,
        clock);
  }

  List<Handled> run(List<Received<M>> lane, Window window) {
    List<Handled> handled = new ArrayList<>();
    Map<Event, Outcome> outcomes = new HashMap<>();
    Optional<Verdict> blocked = Optional.empty();
    for (Received<M> next : lane) {
      Verdict verdict = verdict(next, window, outcomes, blocked);
      handled.add(new Handled(next.message(), verdict));
      blocked = Optional.of(verdict).filter(LaneRunner::blocks);
    }
    return handled;
  }

  /** Messages behind a failure that waits share its fate, and its visibility. */
  private static boolean blocks(Verdict verdict) {
    return verdict instanceof Fail(var ignored, Rest rest) && rest == Rest.WAITS;
  }

  private Verdict verdict(
      Received<M> next, Window window, Map<Event, Outcome> outcomes, Optional<Verdict> blocked) {
    try (LogContext ignored = LogContext.of(next.message())) {
      if (blocked.isPresent()) {
        LOG.info("Not run: it waits behind a message of its lane that failed");
        return blocked.get();
      }
      return handle(next, window, outcomes);
    } catch (Throwable bug) {
      // Thrown on, it would fail the whole batch, the good messages with the bad.
      LOG.error("Message {} was not handled", next.message().messageId().orElse("none"), bug);
      return new Fail(Optional.empty(), Rest.WAITS);
    }
  }

  private Verdict handle(Received<M> received, Window window, Map<Event, Outcome> outcomes) {
    return switch (received) {
      case Usable<M> usable -> handle(usable, window, outcomes);
      case Unusable<M>(Message message, String problem, Optional<M> payload) ->
          payload
              .flatMap(it -> unkeyed(message, problem, it, window))
              .orElseGet(() -> unusable(problem));
    };
  }

  private static Verdict unusable(String problem) {
    LOG.warn("A message can't be handled: {}", problem);
    return Verdict.deadLetter();
  }

  private Optional<Verdict> unkeyed(Message message, String problem, M payload, Window window) {
    BusinessKey standIn = BusinessKey.of(message.messageId().orElse("none"));
    return engine
        .executeUnkeyed(
            request(standIn, Optional.empty(), window),
            new ErrorSummary("UNUSABLE: " + problem),
            attempt -> handler.handle(payload, new Delivery(message, attempt)))
        .map(outcome -> verdicts.of(outcome, message, clock.instant(), window.leaseUntil()));
  }

  private static Request request(
      BusinessKey key, Optional<Fingerprint> fingerprint, Window window) {
    return new Request(key, fingerprint, window.stopAt(), window.deadline(), window.leaseUntil());
  }

  private Verdict handle(Usable<M> usable, Window window, Map<Event, Outcome> outcomes) {
    Request request = request(usable.key(), usable.fingerprint(), window);
    Handler run = attempt -> handle(usable, attempt);
    Event event = new Event(usable.key(), usable.fingerprint());
    Outcome first = outcomes.get(event);
    Outcome outcome =
        first == null ? engine.execute(request, run) : engine.follow(request, run, first);
    outcomes.putIfAbsent(event, outcome);
    return verdicts.of(outcome, usable.message(), clock.instant(), window.leaseUntil());
  }

  private HandlerResult handle(Usable<M> usable, Attempt attempt) throws Exception {
    return handler.handle(usable.payload(), new Delivery(usable.message(), attempt));
  }
}
