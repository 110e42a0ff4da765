package dev.effectivelyonce.batch;

import dev.effectivelyonce.batch.BatchMessage.Deferred;
import dev.effectivelyonce.batch.BatchMessage.Keyed;
import dev.effectivelyonce.batch.BatchMessage.Unusable;
import dev.effectivelyonce.batch.Disposition.Fail;
import dev.effectivelyonce.batch.Disposition.Rest;
import dev.effectivelyonce.core.engine.DeliveryEngine;
import dev.effectivelyonce.core.engine.FatalProcessError;
import dev.effectivelyonce.core.engine.Heartbeat;
import dev.effectivelyonce.core.engine.LaneThreads;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.Request;
import dev.effectivelyonce.core.engine.TraceSpan;
import dev.effectivelyonce.core.engine.UnreadMessage;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.PayloadCheck;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.LogSanitizer;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the messages of one lane in order.
 *
 * @param <S> the type of the source's messages
 */
public final class LaneRunner<S extends SourceMessage> {
  private static final Logger LOG = LoggerFactory.getLogger(LaneRunner.class);

  /** An event of this lane, by which its copies are known. */
  private record Event(
      BusinessKey key, Optional<Fingerprint> fingerprint, Optional<PayloadCheck> payload) {}

  /**
   * A message in its lane, and the time that it has.
   *
   * @param received the message as it was read last
   */
  private record Place<S extends SourceMessage>(
      List<BatchMessage<S>> lane, int index, TimeBudget time, BatchMessage<S> received) {
    Place(List<BatchMessage<S>> lane, int index, TimeBudget time) {
      this(lane, index, time, lane.get(index));
    }

    Place<S> read(BatchMessage<S> again) {
      return new Place<>(lane, index, time, again);
    }

    S message() {
      return received().source();
    }

    /** This message, and those behind it, which wait for it. */
    List<S> waiting() {
      return index == lane.size() - 1
          ? List.of(message())
          : lane.subList(index, lane.size()).stream().map(BatchMessage::source).toList();
    }
  }

  private final DeliveryEngine engine;
  private final Dispositions dispositions;
  private final Clock clock;
  private final Function<List<S>, Optional<Heartbeat>> heartbeats;
  private final LaneWait wait;
  private final Optional<Rereading<S>> rereading;

  /**
   * @param heartbeats the heartbeat for a message and those that wait for it, of which the message
   *     is the first; empty if claims are not renewed
   * @param wait the action of a lane when its message may run again later
   * @param rereading the treatment of a message that can't be read for now; empty if its source
   *     counts receives and gives it up
   */
  public LaneRunner(
      DeliveryEngine engine,
      Dispositions dispositions,
      Clock clock,
      Function<List<S>, Optional<Heartbeat>> heartbeats,
      LaneWait wait,
      Optional<Rereading<S>> rereading) {
    this.rereading = rereading;
    this.wait = wait;
    this.engine = engine;
    this.dispositions = dispositions;
    this.clock = clock;
    this.heartbeats = heartbeats;
  }

  /** Returns this runner for the lanes of one batch, which write to the store together. */
  LaneRunner<S> together(LaneThreads lanes, Instant deadline) {
    return new LaneRunner<>(
        engine.forLanes(lanes, deadline), dispositions, clock, heartbeats, wait, rereading);
  }

  /** Begins the span of a batch. */
  TraceSpan onBatch(int messages) {
    return engine.onBatch(messages);
  }

  /**
   * Runs a lane.
   *
   * @param listener hears of each message when it is settled
   * @throws FatalProcessError if the process can't go on; what ran until then is recorded
   */
  List<HandledMessage<S>> run(
      List<BatchMessage<S>> lane, TimeBudget time, BatchListener<S> listener) {
    List<HandledMessage<S>> handled = new ArrayList<>();
    Map<Event, Outcome> outcomes = new HashMap<>();
    Optional<Fail> blocked = Optional.empty();
    for (int index = 0; index < lane.size(); index++) {
      HandledMessage<S> settled = settled(new Place<>(lane, index, time), outcomes, blocked);
      handled.add(settled);
      listener.onSettled(settled);
      blocked = blocking(settled.disposition());
    }
    return handled;
  }

  /** Tries a message for as long as its source lets it wait here. */
  private HandledMessage<S> settled(
      Place<S> first, Map<Event, Outcome> outcomes, Optional<Fail> blocked) {
    Place<S> next = first;
    Disposition disposition = disposition(next, outcomes, blocked);
    for (int tries = 1; runsAgain(disposition, tries, next.time(), blocked); tries++) {
      // What is known is old by now: a copy would follow it, and not run.
      outcomes.clear();
      BatchMessage<S> received = next.received();
      next = next.read(rereading.map(it -> it.again(received)).orElse(received));
      disposition = disposition(next, outcomes, blocked);
    }
    return HandledMessage.of(next.received(), disposition);
  }

  private boolean runsAgain(
      Disposition disposition, int tries, TimeBudget time, Optional<Fail> blocked) {
    return blocked.isEmpty()
        && disposition instanceof Fail fail
        && fail.rest() == Rest.WAITS
        && wait.runsAgain(fail, tries, time);
  }

  /** Messages behind a failure that waits share its fate. */
  private static Optional<Fail> blocking(Disposition disposition) {
    return disposition instanceof Fail fail && fail.rest() == Rest.WAITS
        ? Optional.of(fail)
        : Optional.empty();
  }

  private Disposition disposition(
      Place<S> next, Map<Event, Outcome> outcomes, Optional<Fail> blocked) {
    try (LogContext ignored = LogContext.of(next.message())) {
      if (blocked.isPresent()) {
        LOG.info("Not run: it waits behind a message of its lane that failed");
        return dispositions.behind(blocked.get(), next.message());
      }
      return handle(next, outcomes);
    } catch (Throwable bug) {
      FatalProcessError.throwIfShownBy(bug);
      // Thrown on, it would fail the whole batch, the good messages with the bad.
      String id = LogSanitizer.oneLine(next.message().messageId().orElse("none"));
      // Without the exception's message, which may hold personal data.
      LOG.error("Message {} was not handled: {}", id, ErrorSummary.of(bug));
      return new Fail(Optional.empty(), Rest.WAITS);
    }
  }

  private Disposition handle(Place<S> place, Map<Event, Outcome> outcomes) {
    return switch (place.received()) {
      case Keyed<S> keyed -> handle(keyed, place, outcomes);
      case Unusable<S>(S ignored, String problem, Optional<Handler> handler) ->
          handler.flatMap(it -> unkeyed(place, problem, it)).orElseGet(() -> unusable(problem));
      case Deferred<S> deferred ->
          deferred
              .handler()
              .flatMap(it -> unkeyed(place, deferred.problem(), it))
              .orElseGet(() -> deferred(deferred, place));
    };
  }

  private Disposition deferred(Deferred<S> deferred, Place<S> place) {
    FatalProcessError.throwIfShownBy(deferred.cause());
    engine.onUnreadable(UnreadMessage.Kind.DEFERRED, new ErrorSummary(deferred.problem()));
    return rereading
        .filter(it -> dispositions.countsAttempts())
        .map(it -> counted(it, deferred, place))
        .orElseGet(() -> dispositions.deferred(deferred.source()));
  }

  private Disposition counted(Rereading<S> again, Deferred<S> deferred, Place<S> place) {
    BusinessKey key = again.key(deferred.source());
    Request request = request(key, Optional.empty(), Optional.empty(), place);
    return disposition(again.counted(request, deferred.problem()), place, request);
  }

  private Disposition unusable(String problem) {
    engine.onUnreadable(UnreadMessage.Kind.UNREADABLE, new ErrorSummary(problem));
    return Disposition.deadLetter(problem);
  }

  private Optional<Disposition> unkeyed(Place<S> place, String problem, Handler handler) {
    BusinessKey standIn = BusinessKey.of(place.message().messageId().orElse("none"));
    Request request = request(standIn, Optional.empty(), Optional.empty(), place);
    return engine
        .executeUnkeyed(request, new ErrorSummary("UNUSABLE: " + problem), handler)
        .map(outcome -> disposition(outcome, place, request));
  }

  private Request request(
      BusinessKey key,
      Optional<Fingerprint> fingerprint,
      Optional<PayloadCheck> payload,
      Place<S> place) {
    TimeBudget time = place.time();
    return new Request(
        key,
        fingerprint,
        time.startUntil(),
        time.deadline(),
        time.leaseUntil(),
        heartbeats.apply(place.waiting()),
        payload,
        place.message().messageId(),
        Optional.of(place.message()));
  }

  private Disposition handle(Keyed<S> keyed, Place<S> place, Map<Event, Outcome> outcomes) {
    Request request = request(keyed.key(), keyed.fingerprint(), keyed.payload(), place);
    Handler run = keyed.handler();
    Event event = new Event(keyed.key(), keyed.fingerprint(), keyed.payload());
    Outcome first = outcomes.get(event);
    Outcome outcome =
        first == null ? engine.execute(request, run) : engine.follow(request, run, first);
    outcomes.putIfAbsent(event, outcome);
    return disposition(outcome, place, request);
  }

  /** The lease that is still to run is at most that of a claim which was renewed just now. */
  private Disposition disposition(Outcome outcome, Place<S> place, Request request) {
    Instant now = clock.instant();
    return dispositions.of(outcome, place.message(), now, request.leaseFrom(now));
  }
}
