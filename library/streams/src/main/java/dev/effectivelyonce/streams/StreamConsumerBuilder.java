package dev.effectivelyonce.streams;

import dev.effectivelyonce.batch.BatchRunner;
import dev.effectivelyonce.batch.Dispositions;
import dev.effectivelyonce.batch.LaneRunner;
import dev.effectivelyonce.batch.LaneWait;
import dev.effectivelyonce.batch.Parking;
import dev.effectivelyonce.batch.PartitionLanes;
import dev.effectivelyonce.batch.RetryPolicy;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.ClaimMode;
import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.engine.ConsumerSettings;
import dev.effectivelyonce.core.engine.DeliveryEngine;
import dev.effectivelyonce.core.engine.EngineContext;
import dev.effectivelyonce.core.engine.Heartbeat;
import dev.effectivelyonce.core.engine.KeyVisibility;
import dev.effectivelyonce.core.engine.LoggingObserver;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.retry.Backoff;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.sqs.JsonResults;
import dev.effectivelyonce.sqs.LambdaSettings;
import dev.effectivelyonce.sqs.StoreWrites;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Describes a consumer. Required: {@link #onAbandonedClaim}, {@link #store}, {@link #retention} (or
 * {@link #settings}), {@link #parking} and {@link #handler}. Not thread-safe.
 *
 * @param <M> the type of the payload
 */
public final class StreamConsumerBuilder<M> {
  /** The limit of the margin: with the longest invocation, a lease stays below any retention. */
  private static final Duration LONGEST_MARGIN = Duration.ofMinutes(15);

  final StreamIdentity<M> identity;
  PartitionLanes lanes = PartitionLanes.PARTITION;
  TransitionObserver observer = new LoggingObserver();
  Platform platform = Platform.system();
  Duration leaseMargin = Duration.ofSeconds(2);
  Duration reserve = Duration.ofSeconds(2);
  private @Nullable AbandonedClaimPolicy abandoned;
  private @Nullable IdempotencyStore store;
  private @Nullable Duration retention;
  private @Nullable StreamHandler<M> handler;
  private @Nullable Parking parking;
  private OptionalInt maxAttempts = OptionalInt.empty();
  private KeyVisibility keyVisibility = KeyVisibility.HASHED;
  private int maxResultBytes = ConsumerSettings.DEFAULT_MAX_RESULT_BYTES;
  private Optional<Backoff> backoff = Optional.empty();
  private Optional<LambdaSettings> told = Optional.empty();
  private ConsumerMode mode = ConsumerMode.ENFORCE;
  private ClaimMode claims = ClaimMode.CLAIM_FIRST;
  private int concurrency = 64;
  private StoreWrites writes = StoreWrites.GROUPED;
  private Optional<Duration> heartbeat = Optional.empty();

  StreamConsumerBuilder(StreamIdentity<M> identity) {
    this.identity = identity;
  }

  /** Sets what becomes of a claim whose attempt died. Required. */
  public StreamConsumerBuilder<M> onAbandonedClaim(AbandonedClaimPolicy policy) {
    this.abandoned = policy;
    return this;
  }

  /** Sets the store of the records. Required. */
  public StreamConsumerBuilder<M> store(IdempotencyStore idempotencyStore) {
    this.store = idempotencyStore;
    return this;
  }

  /** Sets the code that has the effect. Required. */
  public StreamConsumerBuilder<M> handler(StreamHandler<M> streamHandler) {
    this.handler = streamHandler;
    return this;
  }

  /** Sets where what failed for good is put aside. Required: a stream has no dead letters. */
  public StreamConsumerBuilder<M> parking(Parking place) {
    this.parking = place;
    return this;
  }

  /**
   * Takes {@link #retention}, {@link #mode}, the default of {@link #backoff} and any {@link
   * #heartbeat} from the function's environment. The receive count there is taken as {@link
   * #maxAttempts}. Where a consumer's name is stated, it must be this one's.
   */
  public StreamConsumerBuilder<M> settings(LambdaSettings settings) {
    settings.heartbeat().ifPresent(this::heartbeat);
    told = Optional.of(settings);
    return retention(settings.retention())
        .maxAttempts(settings.maxReceiveCount())
        .mode(settings.mode());
  }

  /** Sets how long records are kept after a change. Required, here or by {@link #settings}. */
  public StreamConsumerBuilder<M> retention(Duration kept) {
    this.retention = kept;
    return this;
  }

  /**
   * Sets after how many attempts an event is parked whose handler asks for another one each time.
   * Default: never, and it holds its lane until the event source mapping gives it up. A claim that
   * the store refuses counts as no attempt.
   */
  public StreamConsumerBuilder<M> maxAttempts(int attempts) {
    this.maxAttempts = OptionalInt.of(attempts);
    return this;
  }

  /**
   * Sets which records run one after the other. Default: {@link PartitionLanes#PARTITION}, all of a
   * shard in its order.
   */
  public StreamConsumerBuilder<M> lanes(PartitionLanes chosen) {
    this.lanes = chosen;
    return this;
  }

  /** Sets whether events run once, or only what would be skipped is reported. Default: once. */
  public StreamConsumerBuilder<M> mode(ConsumerMode chosen) {
    this.mode = chosen;
    return this;
  }

  /** Sets whether a claim comes before the handler. Default: {@link ClaimMode#CLAIM_FIRST}. */
  public StreamConsumerBuilder<M> claims(ClaimMode chosen) {
    this.claims = chosen;
    return this;
  }

  /** Sets whether the table shows business keys. Default: {@link KeyVisibility#HASHED}. */
  public StreamConsumerBuilder<M> keyVisibility(KeyVisibility shown) {
    this.keyVisibility = shown;
    return this;
  }

  /** Sets the largest result that is kept, in bytes of UTF-8. Default: 16 KiB. */
  public StreamConsumerBuilder<M> maxResultBytes(int bytes) {
    this.maxResultBytes = bytes;
    return this;
  }

  /**
   * Sets how long a record waits in its lane after a failure that may pass. Default: that of {@link
   * #settings}, else {@link Backoff#standard()}. A wait ends with the time for starts.
   */
  public StreamConsumerBuilder<M> backoff(Backoff delays) {
    this.backoff = Optional.of(delays);
    return this;
  }

  /** Adds an observer of every transition, which is called after the log. */
  public StreamConsumerBuilder<M> observer(TransitionObserver added) {
    this.observer = observer.and(added);
    return this;
  }

  /** Sets how much longer than the invocation a lease lasts. Default: 2 s, at most 15 min. */
  public StreamConsumerBuilder<M> leaseMargin(Duration margin) {
    this.leaseMargin = margin;
    return this;
  }

  /** Sets the lease of claims that are renewed while a handler runs. Default: none. */
  public StreamConsumerBuilder<M> heartbeat(Duration lease) {
    this.heartbeat = Optional.of(lease);
    return this;
  }

  /**
   * Sets how much of an invocation's time is kept for parking and the answer: when less is left, no
   * handler starts. Default: 2 s.
   */
  public StreamConsumerBuilder<M> reserve(Duration kept) {
    this.reserve = kept;
    return this;
  }

  /** Sets how many lanes of a batch run at once; one that waits counts. Default: 64. */
  public StreamConsumerBuilder<M> concurrency(int lanesAtOnce) {
    this.concurrency = lanesAtOnce;
    return this;
  }

  /** Sets whether records of a batch write together. Default: {@link StoreWrites#GROUPED}. */
  public StreamConsumerBuilder<M> storeWrites(StoreWrites chosen) {
    this.writes = chosen;
    return this;
  }

  /** Sets clock, owner ids, chance and waiting. Default: {@link Platform#system()}. */
  public StreamConsumerBuilder<M> platform(Platform given) {
    this.platform = given;
    return this;
  }

  /**
   * Returns the consumer.
   *
   * @throws ConfigurationException if something required is missing or a setting is out of range
   */
  public StreamConsumer<M> build() {
    checkRanges();
    told.ifPresent(it -> it.function().check(identity.consumer().value()));
    Optional<Heartbeat> beats = heartbeat.map(lease -> new Heartbeat(lease, until -> {}));
    Backoff waits =
        backoff.or(() -> told.map(LambdaSettings::backoff)).orElseGet(Backoff::standard);
    LaneRunner<StreamRecord> runner =
        new LaneRunner<>(
            DeliveryEngine.of(context(), mode, claims),
            new Dispositions(RetryPolicy.ofAttempts(waits, maxAttempts), platform.random(), mode),
            platform.clock(),
            waiting -> beats,
            LaneWait.inLane(waits, platform));
    BatchRunner<StreamRecord> batches =
        switch (writes) {
          case GROUPED -> BatchRunner.grouping(runner, concurrency);
          case SINGLE -> BatchRunner.single(runner, concurrency);
        };
    return new StreamConsumer<>(
        this, required(handler, "handler", "Pass the code that has the effect"), batches);
  }

  Parking parking() {
    return required(parking, "parking", "Pass SqsParking.from(System.getenv())");
  }

  private EngineContext context() {
    ConsumerSettings settings =
        new ConsumerSettings(
            identity.consumer(),
            required(abandoned, "onAbandonedClaim", "Choose RERUN or HOLD"),
            required(retention, "retention", "Set it, or pass LambdaSettings to settings(...)"),
            maxResultBytes,
            keyVisibility,
            told.flatMap(it -> it.function().name()));
    return new EngineContext(
        settings,
        required(store, "store", "Pass a DynamoDbStore"),
        platform,
        new JsonResults(identity.json()),
        observer);
  }

  private void checkRanges() {
    check(
        !leaseMargin.isNegative() && leaseMargin.compareTo(LONGEST_MARGIN) <= 0,
        "leaseMargin",
        leaseMargin,
        "Set PT0S to " + LONGEST_MARGIN);
    check(!reserve.isNegative(), "reserve", reserve, "Set PT0S or more");
    check(
        heartbeat.isEmpty() || claims == ClaimMode.CLAIM_FIRST,
        "claims",
        claims,
        "Set CLAIM_FIRST, or no heartbeat: there would be no claim to renew");
    check(concurrency > 0, "concurrency", concurrency, "Set 1 or more");
    int attempts = maxAttempts.orElse(1);
    check(attempts > 0, "maxAttempts", attempts, "Set 1 or more");
  }

  private void check(boolean valid, String setting, Object value, String remedy) {
    if (!valid) {
      throw new ConfigurationException(
          "The setting " + setting + " of consumer " + identity.consumer() + " is " + value,
          remedy);
    }
  }

  private <T> T required(@Nullable T value, String setting, String remedy) {
    if (value == null) {
      throw new ConfigurationException(
          "The consumer " + identity.consumer() + " has no " + setting, remedy);
    }
    return value;
  }
}
