package dev.effectivelyonce.sqs;

import dev.effectivelyonce.batch.Dispositions;
import dev.effectivelyonce.batch.LaneRunner;
import dev.effectivelyonce.batch.LaneWait;
import dev.effectivelyonce.batch.RetryPolicy;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.cache.CompletedCache;
import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.engine.DeliveryEngine;
import dev.effectivelyonce.core.engine.EngineContext;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Builds a consumer. Required: {@link #onAbandonedClaim}, {@link #store}, {@link #retention} (or
 * {@link #settings}) and {@link #handler}. Not thread-safe.
 *
 * @param <M> the type of the messages
 */
public final class SqsConsumerBuilder<M>
    extends ConsumerBuilder<SqsConsumerBuilder<M>, MessageHandler<M>> {
  private final MessageIdentity<M> identity;
  private Optional<Visibility> visibility = Optional.empty();
  private Optional<SqsDeadLetters> deadLetters = Optional.empty();

  SqsConsumerBuilder(MessageIdentity<M> identity) {
    super(identity.consumer(), identity.json(), Duration.ofMillis(500), CompletedCache.standard());
    this.identity = identity;
  }

  @Override
  protected SqsConsumerBuilder<M> self() {
    return this;
  }

  /**
   * Sets the receive count after which the queue moves a message to its dead-letter queue. Default:
   * the count of the {@link #settings}, or unknown without settings. If it is known, a message
   * group goes on after a message that failed on its last receive. Otherwise the rest of the group
   * may be dead-lettered without having run. If the settings contain an outage that the consumer
   * must survive, receive count and backoff must cover it.
   */
  public SqsConsumerBuilder<M> maxReceiveCount(int receives) {
    this.limit = OptionalInt.of(receives);
    return this;
  }

  /**
   * Sets how the consumer changes the time at which failed messages come back. Default: {@link
   * SqsVisibility}.
   */
  public SqsConsumerBuilder<M> visibility(Visibility changes) {
    this.visibility = Optional.of(changes);
    return this;
  }

  /**
   * Sets how messages that failed for good are sent to the dead-letter queue at once. Default: they
   * are sent to the dead-letter queue of the {@link #settings}, if there is one. Otherwise, and
   * while the consumer only observes, the source queue delivers them until their last receive and
   * then moves them.
   */
  public SqsConsumerBuilder<M> deadLetters(SqsDeadLetters letters) {
    this.deadLetters = Optional.of(letters);
    return this;
  }

  /**
   * Sets the cache that recognizes completed messages without asking the store. Default: {@link
   * CompletedCache#standard()}.
   */
  public SqsConsumerBuilder<M> completedCache(CompletedCache chosen) {
    this.cache = chosen;
    return this;
  }

  /**
   * Builds the consumer.
   *
   * @throws ConfigurationException if something required is missing, a setting is out of range, or
   *     no message can be read as its type
   */
  public SqsConsumer<M> build() {
    identity.check();
    EngineContext context = context("maxReceiveCount");
    RetryPolicy retries =
        new RetryPolicy(waits(), limit, told.flatMap(LambdaSettings::outageTolerance));
    retries.check(consumer);
    LazySqsClient sqs = new LazySqsClient();
    Visibility changes = visibility.orElseGet(() -> new SqsVisibility(sqs, platform.clock()));
    Optional<Heartbeats> heartbeats =
        heartbeat.map(it -> new Heartbeats(it, changes, platform.clock()));
    LaneRunner<SqsMessage> lanes =
        new LaneRunner<>(
            DeliveryEngine.of(context, mode, claims),
            new Dispositions(retries, platform.random(), mode),
            platform.clock(),
            waiting -> heartbeats.map(it -> it.of(waiting)),
            LaneWait.none(),
            Optional.empty());
    return new SqsConsumer<>(
        new SqsConsumer.Terms(
            consumer,
            context.settings().retention(),
            margins().lease(),
            limit,
            heartbeat,
            mode,
            claims,
            concurrency),
        context,
        margins(),
        changes,
        letters(sqs),
        new BatchReader<>(identity),
        new KeyedHandler<>(code()),
        batches(lanes));
  }

  /** While it observes, a message comes as often as it would without the consumer. */
  private Optional<SqsDeadLetters> letters(LazySqsClient sqs) {
    return deadLetters
        .or(
            () ->
                told.flatMap(LambdaSettings::deadLetterQueueUrl)
                    .map(url -> new SqsDeadLetters(sqs, platform.clock(), url)))
        .filter(ignored -> mode == ConsumerMode.ENFORCE);
  }
}
