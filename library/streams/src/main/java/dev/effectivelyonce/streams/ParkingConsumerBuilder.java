package dev.effectivelyonce.streams;

import dev.effectivelyonce.batch.BatchMessage;
import dev.effectivelyonce.batch.BatchRunner;
import dev.effectivelyonce.batch.Dispositions;
import dev.effectivelyonce.batch.LaneRunner;
import dev.effectivelyonce.batch.LaneWait;
import dev.effectivelyonce.batch.ParkedMessage;
import dev.effectivelyonce.batch.Parking;
import dev.effectivelyonce.batch.Rereading;
import dev.effectivelyonce.batch.RetryPolicy;
import dev.effectivelyonce.batch.SourceMessage;
import dev.effectivelyonce.batch.TimeBudget;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.Required.Setting;
import dev.effectivelyonce.core.cache.CompletedCache;
import dev.effectivelyonce.core.engine.ClaimMode;
import dev.effectivelyonce.core.engine.ConsumerSettings;
import dev.effectivelyonce.core.engine.DeliveryEngine;
import dev.effectivelyonce.core.engine.EngineContext;
import dev.effectivelyonce.core.engine.Heartbeat;
import dev.effectivelyonce.core.engine.Margins;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.sqs.ConsumerBuilder;
import dev.effectivelyonce.sqs.JsonCodec;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a consumer that parks records because its source has no dead-letter queue.
 * Required: {@link #onAbandonedClaim}, {@link #store}, {@link #retention} (or {@link #settings}),
 * {@link #parking} and {@link #handler}. Not thread-safe.
 *
 * @param <B> the builder that its methods return
 * @param <H> the type of the handlers
 */
public abstract class ParkingConsumerBuilder<B extends ParkingConsumerBuilder<B, H>, H>
    extends ConsumerBuilder<B, H> {
  private @Nullable Parking parking;

  /**
   * Creates a builder for a consumer.
   *
   * @param json the codec that writes the results that are kept
   */
  protected ParkingConsumerBuilder(ConsumerName consumer, JsonCodec json) {
    super(consumer, json, Duration.ofSeconds(2), CompletedCache.off());
  }

  /**
   * Sets where records that failed for good are parked. Required, because the source has no
   * dead-letter queue.
   */
  public B parking(Parking place) {
    this.parking = place;
    return self();
  }

  /**
   * Sets the number of attempts after which an event is parked if its handler asks for another
   * attempt each time, or if a codec, key or fingerprint function always throws. Default: the
   * receive count of the {@link #settings}; without settings the event is never parked and holds up
   * its lane until the event source mapping gives up. A claim that the store refuses does not count
   * as an attempt.
   */
  public B maxAttempts(int attempts) {
    this.limit = OptionalInt.of(attempts);
    return self();
  }

  /**
   * Returns the object that handles the consumer's batches.
   *
   * @param reading reads a record for its lane, with the consumer's handler
   * @param lanes splits a batch that was read
   * @param parked creates the parked message from a record and the reason
   * @param ending creates the end of a batch from the parking and the consumer's clock
   * @throws ConfigurationException if something required is missing or a setting is out of range
   */
  protected <S extends SourceMessage, R> ParkingBatches<S, R> batches(
      BiFunction<S, H, BatchMessage<S>> reading,
      Function<List<BatchMessage<S>>, Collection<List<BatchMessage<S>>>> lanes,
      BiFunction<S, String, ParkedMessage> parked,
      BiFunction<Parking, Clock, BatchEnd<S, R>> ending) {
    EngineContext context =
        context(
            "maxAttempts",
            new Setting("parking", parking, "Pass SqsParking.from(System.getenv())"));
    H code = code();
    Function<S, BatchMessage<S>> read = record -> reading.apply(record, code);
    Parking place = Objects.requireNonNull(parking);
    Rereading<S> rereading =
        new Rereading<>(read, it -> parked.apply(it, "").id(), attemptsToRead(context));
    return new ParkingBatches<>(
        time(),
        observer,
        records -> lanes.apply(records.stream().map(read).toList()),
        runner(context, rereading, LaneWait.inLane(waits(), platform)),
        runner(context, rereading, LaneWait.none()),
        ending.apply(place, platform.clock()));
  }

  private <S extends SourceMessage> BatchRunner<S> runner(
      EngineContext context, Rereading<S> rereading, LaneWait wait) {
    Optional<Heartbeat> beats = heartbeat.map(lease -> new Heartbeat(lease, until -> {}));
    LaneRunner<S> runner =
        new LaneRunner<>(
            DeliveryEngine.of(context, mode, claims),
            new Dispositions(RetryPolicy.ofAttempts(waits(), limit), platform.random(), mode),
            platform.clock(),
            waiting -> beats,
            wait,
            Optional.of(rereading));
    return batches(runner);
  }

  /**
   * An attempt to read has no effect. So one whose process died is not held, and a claim comes
   * first whatever the consumer's own come to.
   */
  private DeliveryEngine attemptsToRead(EngineContext context) {
    ConsumerSettings own = context.settings();
    ConsumerSettings settings =
        new ConsumerSettings(
            own.name(),
            AbandonedClaimPolicy.RERUN,
            own.retention(),
            own.maxResultBytes(),
            own.keyVisibility(),
            own.function());
    // What could not be read is observed as such, and not as an event.
    EngineContext unseen =
        new EngineContext(
            settings, context.store(), platform, context.serializer(), transition -> {});
    return DeliveryEngine.of(unseen, mode, ClaimMode.CLAIM_FIRST);
  }

  private Function<Duration, TimeBudget> time() {
    Platform by = platform;
    Margins margins = margins();
    return left -> {
      Instant now = by.clock().instant();
      return TimeBudget.of(now, left, margins.leaseUntil(now.plus(left)), margins);
    };
  }
}
