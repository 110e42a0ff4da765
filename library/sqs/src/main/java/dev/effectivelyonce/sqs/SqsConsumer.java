package dev.effectivelyonce.sqs;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse.BatchItemFailure;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import dev.effectivelyonce.batch.BatchListener;
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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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
   * @param concurrency how many messages of a batch run at once
   */
  public record Terms(
      ConsumerName name,
      Duration retention,
      Duration leaseMargin,
      OptionalInt maxReceiveCount,
      Optional<Duration> heartbeat,
      ConsumerMode mode,
      ClaimMode claims,
      int concurrency) {}

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
    Instant now = context.platform().clock().instant();
    TimeBudget time = TimeBudget.of(now, left, hiddenUntil(now), margins);
    Collection<HandledMessage<SqsMessage>> handled =
        run(event, forReading(time, now), lanes -> batches.run(lanes, time));
    return response(ended(event, handled, now, time));
  }

  /**
   * Handles a batch that a process received itself, and returns when its last handler has ended.
   * The host hears of each message when it is settled.
   *
   * @param event the batch, each record with the {@code eventSourceARN} of its queue
   * @throws FatalProcessError if the process can't go on; thrown when all handlers have ended
   */
  public void handle(SQSEvent event, BatchHost host) {
    Instant now = context.platform().clock().instant();
    TimeBudget time =
        TimeBudget.of(now, host.left(), hiddenUntil(now), margins).endedBy(host::isStopping);
    // A batch may last for hours here, and nothing hides its messages until they run.
    Duration reading = forReading(time, now);
    run(
        event,
        terms.heartbeat().map(lease -> shorter(reading, lease.dividedBy(2))).orElse(reading),
        lanes ->
            batches.run(lanes, time, new Hosted(event, now, time, new WholeMessages(lanes), host)));
  }

  private static Instant hiddenUntil(Instant now) {
    return now.plus(SQS_LIMIT).minus(LONGEST_BEFORE_START);
  }

  /** Makes what failed visible in its time, and moves what failed for good. */
  private Collection<HandledMessage<SqsMessage>> ended(
      @Nullable SQSEvent event,
      Collection<HandledMessage<SqsMessage>> handled,
      Instant begun,
      TimeBudget time) {
    Instant answerAt = time.deadline().minus(ANSWER_TIME);
    // Letters take the time that is left, so what may run again comes first.
    changeVisibility(handled, SqsConsumer::mayRunAgain, hiddenUntil(begun), answerAt);
    if (handled.stream().noneMatch(HandledMessage::isFailed)) {
      return handled;
    }
    Collection<HandledMessage<SqsMessage>> moved =
        deadLetters.map(it -> it.move(event, handled, answerAt)).orElse(handled);
    changeVisibility(moved, it -> !mayRunAgain(it), hiddenUntil(begun), answerAt);
    return moved;
  }

  private static boolean mayRunAgain(HandledMessage<SqsMessage> handled) {
    return handled.disposition() instanceof Disposition.Fail;
  }

  /** Runs the lanes of a batch. */
  private interface Lanes {
    List<HandledMessage<SqsMessage>> run(List<List<BatchMessage<SqsMessage>>> lanes);
  }

  private Collection<HandledMessage<SqsMessage>> run(
      @Nullable SQSEvent event, Duration reading, Lanes batch) {
    try {
      List<List<BatchMessage<SqsMessage>>> lanes =
          LanePlan.of(reader.read(event, reading), handler::of);
      Collection<HandledMessage<SqsMessage>> handled = WholeMessages.of(batch.run(lanes));
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

  private static Duration forReading(TimeBudget time, Instant now) {
    return Duration.between(now, time.stopAt()).dividedBy(READING_PART);
  }

  /** Settles each message of a host's batch while others still run. */
  private final class Hosted implements BatchListener<SqsMessage> {
    private final SQSEvent event;
    private final Instant begun;
    private final TimeBudget time;
    private final WholeMessages messages;
    private final BatchHost host;

    /** Message groups with a letter that could not be sent: no later one may go before it. */
    private final Set<String> unsent = ConcurrentHashMap.newKeySet();

    Hosted(SQSEvent event, Instant begun, TimeBudget time, WholeMessages messages, BatchHost host) {
      this.event = event;
      this.begun = begun;
      this.time = time;
      this.messages = messages;
      this.host = host;
    }

    @Override
    public void onSettled(HandledMessage<SqsMessage> handled) {
      messages.settledBy(handled).ifPresent(this::settle);
    }

    @Override
    public void onFatal(FatalProcessError error) {
      host.fatal(error);
    }

    private void settle(HandledMessage<SqsMessage> whole) {
      try {
        if (isEnded(whole)) {
          host.done(whole.message());
          return;
        }
      } catch (RuntimeException e) {
        LOG.error("Message {} was not settled. It comes back.", whole.message(), e);
      }
      host.kept(whole.message());
    }

    private boolean isEnded(HandledMessage<SqsMessage> whole) {
      boolean isLetter = whole.disposition() instanceof Disposition.DeadLetter;
      Optional<String> group =
          whole.message().messageGroup().filter(ignored -> whole.message().isFifo());
      if (isLetter && group.filter(unsent::contains).isPresent()) {
        return false;
      }
      boolean isEnded =
          ended(event, List.of(whole), begun, time).stream().noneMatch(HandledMessage::isFailed);
      if (isLetter && !isEnded) {
        group.ifPresent(unsent::add);
      }
      return isEnded;
    }
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
