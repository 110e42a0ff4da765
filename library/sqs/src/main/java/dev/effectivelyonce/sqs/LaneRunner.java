package dev.effectivelyonce.sqs;

import dev.effectivelyonce.core.engine.DeliveryEngine;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.Request;
import dev.effectivelyonce.core.engine.UnsoundProcessError;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.PayloadCheck;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.sqs.Disposition.Fail;
import dev.effectivelyonce.sqs.Disposition.Rest;
import dev.effectivelyonce.sqs.ReadMessage.Deferred;
import dev.effectivelyonce.sqs.ReadMessage.Unusable;
import dev.effectivelyonce.sqs.ReadMessage.Usable;
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
  private record Event(
      BusinessKey key, Optional<Fingerprint> fingerprint, Optional<PayloadCheck> payload) {}

  /** A message in its lane, and the time that it has. */
  private record Place<M>(List<ReadMessage<M>> lane, int index, TimeBudget window) {
    ReadMessage<M> received() {
      return lane.get(index);
    }

    SqsMessage message() {
      return received().message();
    }

    /** This message, and those behind it, which wait for it. */
    List<SqsMessage> waiting() {
      return lane.subList(index, lane.size()).stream().map(ReadMessage::message).toList();
    }
  }

  private final DeliveryEngine engine;
  private final MessageHandler<M> handler;
  private final Dispositions dispositions;
  private final Clock clock;
  private final Optional<Heartbeats> heartbeats;

  LaneRunner(
      DeliveryEngine engine,
      MessageHandler<M> handler,
      Dispositions dispositions,
      Clock clock,
      Optional<Heartbeats> heartbeats) {
    this.engine = engine;
    this.handler = handler;
    this.dispositions = dispositions;
    this.clock = clock;
    this.heartbeats = heartbeats;
  }

  /** Returns this runner for the lanes of one batch, which write to the store together. */
  LaneRunner<M> together(int lanes, Instant deadline) {
    return new LaneRunner<>(
        engine.forLanes(lanes, deadline), handler, dispositions, clock, heartbeats);
  }

  /**
   * Runs a lane.
   *
   * @throws UnsoundProcessError if the process can't go on; what ran until then is recorded
   */
  List<HandledMessage> run(List<ReadMessage<M>> lane, TimeBudget window) {
    List<HandledMessage> handled = new ArrayList<>();
    Map<Event, Outcome> outcomes = new HashMap<>();
    Optional<Fail> blocked = Optional.empty();
    for (int index = 0; index < lane.size(); index++) {
      Place<M> next = new Place<>(lane, index, window);
      Disposition disposition = disposition(next, outcomes, blocked);
      handled.add(new HandledMessage(next.message(), disposition));
      blocked = blocking(disposition);
    }
    return handled;
  }

  /** Messages behind a failure that waits share its fate. */
  private static Optional<Fail> blocking(Disposition disposition) {
    return disposition instanceof Fail fail && fail.rest() == Rest.WAITS
        ? Optional.of(fail)
        : Optional.empty();
  }

  private Disposition disposition(
      Place<M> next, Map<Event, Outcome> outcomes, Optional<Fail> blocked) {
    try (LogContext ignored = LogContext.of(next.message())) {
      if (blocked.isPresent()) {
        LOG.info("Not run: it waits behind a message of its lane that failed");
        return dispositions.behind(blocked.get(), next.message());
      }
      return handle(next, outcomes);
    } catch (Throwable bug) {
      UnsoundProcessError.throwIfShownBy(bug);
      // Thrown on, it would fail the whole batch, the good messages with the bad.
      LOG.error("Message {} was not handled", next.message().messageId().orElse("none"), bug);
      return new Fail(Optional.empty(), Rest.WAITS);
    }
  }

  private Disposition handle(Place<M> place, Map<Event, Outcome> outcomes) {
    return switch (place.received()) {
      case Usable<M> usable -> handle(usable, place, outcomes);
      case Unusable<M>(SqsMessage ignored, String problem, Optional<M> payload) ->
          payload.flatMap(it -> unkeyed(place, problem, it)).orElseGet(() -> unusable(problem));
      case Deferred<M> deferred ->
          deferred
              .payload()
              .flatMap(it -> unkeyed(place, deferred.problem(), it))
              .orElseGet(() -> deferred(deferred));
    };
  }

  private Disposition deferred(Deferred<M> deferred) {
    UnsoundProcessError.throwIfShownBy(deferred.cause());
    LOG.warn("A message can't be read for now, and waits: {}", deferred.problem());
    return dispositions.deferred(deferred.message());
  }

  private static Disposition unusable(String problem) {
    LOG.warn("A message can't be handled: {}", problem);
    return Disposition.deadLetter();
  }

  private Optional<Disposition> unkeyed(Place<M> place, String problem, M payload) {
    SqsMessage message = place.message();
    BusinessKey standIn = BusinessKey.of(message.messageId().orElse("none"));
    Request request = request(standIn, Optional.empty(), Optional.empty(), place);
    return engine
        .executeUnkeyed(
            request,
            new ErrorSummary("UNUSABLE: " + problem),
            attempt -> handler.handle(payload, new Delivery(message, attempt)))
        .map(outcome -> disposition(outcome, message, request));
  }

  private Request request(
      BusinessKey key,
      Optional<Fingerprint> fingerprint,
      Optional<PayloadCheck> payload,
      Place<M> place) {
    TimeBudget window = place.window();
    return new Request(
        key,
        fingerprint,
        window.stopAt(),
        window.deadline(),
        window.leaseUntil(),
        heartbeats.map(it -> it.of(place.waiting())),
        payload);
  }

  /** A fingerprint says more: what differs beside it is no matter. */
  private static Optional<PayloadCheck> check(Usable<?> usable) {
    return usable.fingerprint().isPresent()
        ? Optional.empty()
        : usable.message().body().map(body -> PayloadCheck.of(usable.key(), body));
  }

  private Disposition handle(Usable<M> usable, Place<M> place, Map<Event, Outcome> outcomes) {
    Optional<PayloadCheck> payload = check(usable);
    Request request = request(usable.key(), usable.fingerprint(), payload, place);
    Handler run = attempt -> handle(usable, attempt);
    Event event = new Event(usable.key(), usable.fingerprint(), payload);
    Outcome first = outcomes.get(event);
    Outcome outcome =
        first == null ? engine.execute(request, run) : engine.follow(request, run, first);
    outcomes.putIfAbsent(event, outcome);
    return disposition(outcome, usable.message(), request);
  }

  /** The lease that is still to run is at most that of a claim which was renewed just now. */
  private Disposition disposition(Outcome outcome, SqsMessage message, Request request) {
    Instant now = clock.instant();
    return dispositions.of(outcome, message, now, request.leaseFrom(now));
  }

  private HandlerResult handle(Usable<M> usable, Attempt attempt) throws Exception {
    return handler.handle(usable.payload(), new Delivery(usable.message(), attempt));
  }
}
