package dev.effectivelyonce.sqs;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse.BatchItemFailure;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import dev.effectivelyonce.batch.BatchMessage;
import dev.effectivelyonce.batch.BatchRunner;
import dev.effectivelyonce.batch.Disposition;
import dev.effectivelyonce.batch.HandledMessage;
import dev.effectivelyonce.batch.TimeBudget;
import dev.effectivelyonce.core.engine.ClaimMode;
import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.engine.EngineContext;
import dev.effectivelyonce.core.engine.FatalProcessError;
import dev.effectivelyonce.core.engine.Margins;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.key.ConsumerName;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles batches of SQS messages and runs each business event once. Create one consumer when the
 * function starts and use it for every invocation. It is safe for use by many invocations at once.
 *
 * <p>Messages of a standard queue run concurrently on virtual threads. Message groups of a FIFO
 * queue run concurrently, each in order. The event source mapping must have {@code
 * ReportBatchItemFailures}.
 *
 * @param <M> the type of the messages
 */
public final class SqsConsumer<M> {
  private static final Logger LOG = LoggerFactory.getLogger(SqsConsumer.class);

  /** The time that the answer needs at the end of an invocation. */
  private static final Duration ANSWER_TIME = Duration.ofMillis(100);

  /** The longest time that SQS hides a message, from its receive; it refuses a longer wait. */
  private static final Duration SQS_LIMIT = Duration.ofHours(12);

  /** The longest wait before a start: 5 minutes in the batching window, and for an environment. */
  private static final Duration LONGEST_BEFORE_START = Duration.ofMinutes(10);

  /** Payloads that are elsewhere get this part of the time at most: one may not hold all others. */
  private static final int READING_PART = 2;

  /**
   * The settings that a process needs to know that receives messages for this consumer.
   *
   * @param name the consumer's name
   * @param retention how long records are kept
   * @param leaseMargin how much longer than the time of its attempt a claim lasts
   * @param maxReceiveCount the receives after which the queue moves a message; empty if unknown
   * @param heartbeat the lease of claims that are renewed; empty if a claim lasts as long as the
   *     time of its batch
   * @param mode whether events run once
   * @param claims whether a claim comes before the handler
   */
  public record Terms(
      ConsumerName name,
      Duration retention,
      Duration leaseMargin,
      OptionalInt maxReceiveCount,
      Optional<Duration> heartbeat,
      ConsumerMode mode,
      ClaimMode claims) {}

  private final Terms terms;
  private final EngineContext context;
  private final Margins margins;
  private final BatchReader<M> reader;
  private final KeyedHandler<M> handler;
  private final BatchRunner<SqsMessage> batches;
  private final Visibility visibility;
  private final Optional<SqsDeadLetters> deadLetters;

  SqsConsumer(
      Terms terms,
      EngineContext context,
      Margins margins,
      Visibility visibility,
      Optional<SqsDeadLetters> deadLetters,
      BatchReader<M> reader,
      KeyedHandler<M> handler,
      BatchRunner<SqsMessage> batches) {
    this.terms = terms;
    this.context = context;
    this.margins = margins;
    this.visibility = visibility;
    this.deadLetters = deadLetters;
    this.reader = reader;
    this.handler = handler;
    this.batches = batches;
  }

  /** Returns a builder for a consumer; see {@link SqsConsumerBuilder} for the required settings. */
  public static <M> SqsConsumerBuilder<M> of(MessageIdentity<M> identity) {
    return new SqsConsumerBuilder<>(identity);
  }

  /** Returns the settings that a process needs to know that receives messages for it. */
  public Terms terms() {
    return terms;
  }

  /**
   * Handles a batch and returns the messages that SQS must keep. It returns after every handler
   * that it started has ended. If a handler never ends, Lambda kills it together with its process,
   * so that its lapsed lease can safely be taken over.
   *
   * @param event the batch; may be null, be without records, or contain malformed records
   * @throws IllegalStateException if a record without a message id failed, because only a failed
   *     batch keeps it from being deleted
   * @throws FatalProcessError if the process can't go on. The outcomes so far are recorded. The
   *     whole batch comes back to another process after the queue's visibility timeout, and events
   *     that are done are skipped
   */
  public SQSBatchResponse handle(@Nullable SQSEvent event, Context lambda) {
    Duration left = Duration.ofMillis(Math.max(0, lambda.getRemainingTimeInMillis()));
    return handle(event, left, Optional.empty());
  }

  /**
   * Handles a batch that a process received itself, as {@link #handle(SQSEvent, Context)} does. The
   * answer contains the messages that the process must not delete.
   *
   * @param event the batch, each record with the {@code eventSourceARN} of its queue
   */
  public SQSBatchResponse handle(SQSEvent event, BatchHost host) {
    return handle(event, host.left(), Optional.of(host));
  }

  private SQSBatchResponse handle(
      @Nullable SQSEvent event, Duration left, Optional<BatchHost> host) {
    Instant now = context.platform().clock().instant();
    Instant hiddenUntil = now.plus(SQS_LIMIT).minus(LONGEST_BEFORE_START);
    TimeBudget time = TimeBudget.of(now, left, hiddenUntil, margins);
    Instant answerAt = time.deadline().minus(ANSWER_TIME);
    Collection<HandledMessage<SqsMessage>> handled = handled(event, time, now, host);
    SQSBatchResponse ofAll = response(handled);
    // Letters take the time that is left, so what may run again comes first.
    changeVisibility(handled, SqsConsumer::mayRunAgain, hiddenUntil, answerAt);
    if (ofAll.getBatchItemFailures().isEmpty()) {
      return ofAll;
    }
    Collection<HandledMessage<SqsMessage>> moved =
        deadLetters.map(it -> it.move(event, handled, answerAt)).orElse(handled);
    changeVisibility(moved, it -> !mayRunAgain(it), hiddenUntil, answerAt);
    return response(moved);
  }

  private static boolean mayRunAgain(HandledMessage<SqsMessage> handled) {
    return handled.disposition() instanceof Disposition.Fail;
  }

  private Collection<HandledMessage<SqsMessage>> handled(
      @Nullable SQSEvent event, TimeBudget time, Instant now, Optional<BatchHost> host) {
    try {
      Duration forReading = Duration.between(now, time.stopAt()).dividedBy(READING_PART);
      List<List<BatchMessage<SqsMessage>>> lanes =
          LanePlan.of(reader.read(event, forReading)).stream().map(handler::of).toList();
      Collection<HandledMessage<SqsMessage>> handled =
          WholeMessages.of(
              host.map(it -> run(lanes, time, it)).orElseGet(() -> batches.run(lanes, time)));
      oldestGivenBack(handled)
          .ifPresent(
              sent ->
                  observe(
                      it ->
                          it.onReturned(
                              context.settings().name(),
                              sent,
                              context.platform().clock().instant())));
      return handled;
    } finally {
      observe(TransitionObserver::flush);
    }
  }

  private List<HandledMessage<SqsMessage>> run(
      List<List<BatchMessage<SqsMessage>>> lanes, TimeBudget time, BatchHost host) {
    WholeMessages messages = new WholeMessages(lanes);
    return batches.run(
        lanes,
        time.endedBy(host::isStopping),
        lane -> {
          List<SqsMessage> done = messages.doneBy(lane);
          if (!done.isEmpty()) {
            host.done(done);
          }
        });
  }

  /** SQS leaves what a standard queue has delivered three times out of its own metric of ages. */
  private static Optional<Instant> oldestGivenBack(Collection<HandledMessage<SqsMessage>> handled) {
    return handled.stream()
        .filter(SqsConsumer::mayRunAgain)
        .flatMap(it -> it.message().sentAt().stream())
        .min(Comparator.naturalOrder());
  }

  private void observe(Consumer<TransitionObserver> call) {
    try {
      call.accept(context.observer());
    } catch (Throwable thrown) {
      // Errors are caught too: the answer of the batch must not be lost because of a metric.
      LOG.warn("The observer failed at the end of a batch", thrown);
    }
  }

  private void changeVisibility(
      Collection<HandledMessage<SqsMessage>> handled,
      Predicate<HandledMessage<SqsMessage>> which,
      Instant hiddenUntil,
      Instant deadline) {
    Instant now = context.platform().clock().instant();
    Duration longest = Duration.between(now, hiddenUntil);
    List<Visibility.Change> changes =
        handled.stream()
            .filter(which)
            .flatMap(it -> VisibilityChanges.of(it, wait -> shorter(wait, longest)).stream())
            .toList();
    if (!changes.isEmpty() && now.isBefore(deadline)) {
      change(changes, deadline);
    }
  }

  private void change(List<Visibility.Change> changes, Instant deadline) {
    try {
      visibility.change(changes, deadline);
    } catch (RuntimeException e) {
      // Thrown on, it would fail the batch, and bring back messages that are done.
      LOG.warn("Visibility of {} messages was not changed", changes.size(), e);
    }
  }

  private static Duration shorter(Duration wait, Duration longest) {
    return Collections.min(List.of(wait, longest));
  }

  private static SQSBatchResponse response(Collection<HandledMessage<SqsMessage>> handled) {
    return new SQSBatchResponse(
        handled.stream()
            .filter(HandledMessage::isFailed)
            .map(failed -> failed.message().messageId().orElseThrow(SqsConsumer::unreportable))
            .distinct()
            .map(BatchItemFailure::new)
            .toList());
  }

  private static IllegalStateException unreportable() {
    return new IllegalStateException(
        "A record without a message id failed. Lambda would delete its message; the batch fails.");
  }
}
