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
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.Required;
import dev.effectivelyonce.core.Required.Setting;
import dev.effectivelyonce.core.engine.ClaimMode;
import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.engine.ConsumerSettings;
import dev.effectivelyonce.core.engine.DeliveryEngine;
import dev.effectivelyonce.core.engine.EngineContext;
import dev.effectivelyonce.core.engine.Heartbeat;
import dev.effectivelyonce.core.engine.KeyVisibility;
import dev.effectivelyonce.core.engine.LoggingObserver;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.engine.StoreView;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.retry.Backoff;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.window.RedeliveryWindow;
import dev.effectivelyonce.sqs.JsonCodec;
import dev.effectivelyonce.sqs.JsonResults;
import dev.effectivelyonce.sqs.LambdaSettings;
import dev.effectivelyonce.sqs.StoreWrites;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a consumer whose source has no dead letters, so that it parks. Required: {@link
 * #onAbandonedClaim}, {@link #store}, {@link #retention} (or {@link #settings}), {@link #parking}
 * and {@link #handler}. Not thread-safe.
 *
 * @param <B> the builder that its methods return
 * @param <H> the type of the handlers
 */
public abstract class ParkingConsumerBuilder<B extends ParkingConsumerBuilder<B, H>, H> {
  TransitionObserver observer = new LoggingObserver();
  Platform platform = Platform.system();
  Duration leaseMargin = Duration.ofSeconds(2);
  Duration reserve = Duration.ofSeconds(2);
  RedeliveryWindow window = RedeliveryWindow.off();
  private final ConsumerName consumer;
  private final JsonCodec json;
  private final GivenSettings given;
  private @Nullable AbandonedClaimPolicy abandoned;
  private @Nullable IdempotencyStore store;
  private @Nullable Duration retention;
  private @Nullable H handler;
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

  /**
   * Starts to describe a consumer.
   *
   * @param json writes the results that are kept
   */
  protected ParkingConsumerBuilder(ConsumerName consumer, JsonCodec json) {
    this.consumer = consumer;
    this.json = json;
    this.given = new GivenSettings(consumer);
  }

  /** Returns this builder. */
  protected abstract B self();

  /** Sets what becomes of a claim whose attempt died. Required. */
  public B onAbandonedClaim(AbandonedClaimPolicy policy) {
    this.abandoned = policy;
    return self();
  }

  /** Sets the store of the records. Required. */
  public B store(IdempotencyStore idempotencyStore) {
    this.store = idempotencyStore;
    return self();
  }

  /** Sets the code that has the effect. Required. */
  public B handler(H code) {
    this.handler = code;
    return self();
  }

  /** Sets where what failed for good is put aside. Required: the source has no dead letters. */
  public B parking(Parking place) {
    this.parking = place;
    return self();
  }

  /**
   * Takes {@link #retention}, {@link #mode}, the default of {@link #backoff} and any {@link
   * #heartbeat} from the function's environment. The receive count there is taken as {@link
   * #maxAttempts}. Where a consumer's name is stated, it must be this one's.
   */
  public B settings(LambdaSettings settings) {
    settings.heartbeat().ifPresent(this::heartbeat);
    told = Optional.of(settings);
    return retention(settings.retention())
        .maxAttempts(settings.maxReceiveCount())
        .mode(settings.mode());
  }

  /** Sets how long records are kept after a change. Required, here or by {@link #settings}. */
  public B retention(Duration kept) {
    this.retention = kept;
    return self();
  }

  /**
   * Sets after how many attempts an event is parked whose handler asks for another one each time,
   * or that a codec, key or fingerprint function always throws on. Default: never, and it holds its
   * lane until the event source mapping gives it up. A claim that the store refuses counts as no
   * attempt.
   */
  public B maxAttempts(int attempts) {
    this.maxAttempts = OptionalInt.of(attempts);
    return self();
  }

  /** Sets whether events run once, or only what would be skipped is reported. Default: once. */
  public B mode(ConsumerMode chosen) {
    this.mode = chosen;
    return self();
  }

  /** Sets whether a claim comes before the handler. Default: {@link ClaimMode#CLAIM_FIRST}. */
  public B claims(ClaimMode chosen) {
    this.claims = chosen;
    return self();
  }

  /** Sets whether the table shows business keys. Default: {@link KeyVisibility#HASHED}. */
  public B keyVisibility(KeyVisibility shown) {
    this.keyVisibility = shown;
    return self();
  }

  /** Sets the largest result that is kept, in bytes of UTF-8. Default: 16 KiB. */
  public B maxResultBytes(int bytes) {
    this.maxResultBytes = bytes;
    return self();
  }

  /**
   * Sets how long a record waits in its lane after a failure that may pass. Default: that of {@link
   * #settings}, else {@link Backoff#standard()}. A wait ends with the time for starts.
   */
  public B backoff(Backoff delays) {
    this.backoff = Optional.of(delays);
    return self();
  }

  /** Adds an observer of every transition, which is called after the log. */
  public B observer(TransitionObserver added) {
    this.observer = observer.and(added);
    return self();
  }

  /** Sets how much longer than the invocation a lease lasts. Default: 2 s, at most 15 min. */
  public B leaseMargin(Duration margin) {
    this.leaseMargin = margin;
    return self();
  }

  /** Sets the lease of claims that are renewed while a handler runs. Default: none. */
  public B heartbeat(Duration lease) {
    this.heartbeat = Optional.of(lease);
    return self();
  }

  /**
   * Sets how much of an invocation's time is kept for parking and the answer: when less is left, no
   * handler starts. Default: 2 s.
   */
  public B reserve(Duration kept) {
    this.reserve = kept;
    return self();
  }

  /** Sets how many lanes of a batch run at once; one that waits counts. Default: 64. */
  public B concurrency(int lanesAtOnce) {
    this.concurrency = lanesAtOnce;
    return self();
  }

  /** Sets whether records of a batch write together. Default: {@link StoreWrites#GROUPED}. */
  public B storeWrites(StoreWrites chosen) {
    this.writes = chosen;
    return self();
  }

  /** Sets clock, owner ids, chance and waiting. Default: {@link Platform#system()}. */
  public B platform(Platform given) {
    this.platform = given;
    return self();
  }

  /**
   * Returns what handles the consumer's batches.
   *
   * @param reading reads a record for its lane, with the consumer's handler
   * @param lanes splits a batch that was read
   * @param parked makes what is parked of a record and the reason
   * @param ending makes what ends a batch, of the parking and the consumer's clock
   * @throws ConfigurationException if something required is missing or a setting is out of range
   */
  protected <S extends SourceMessage, R> ParkingBatches<S, R> batches(
      BiFunction<S, H, BatchMessage<S>> reading,
      Function<List<BatchMessage<S>>, Collection<List<BatchMessage<S>>>> lanes,
      BiFunction<S, String, ParkedMessage> parked,
      BiFunction<Parking, Clock, BatchEnd<S, R>> ending) {
    checkRanges();
    told.ifPresent(it -> it.function().check(consumer.value()));
    Required.settings(
        "The consumer " + consumer,
        new Setting("onAbandonedClaim", abandoned, "Choose RERUN or HOLD"),
        new Setting("retention", retention, "Set it, or pass LambdaSettings to settings(...)"),
        new Setting("store", store, "Pass a DynamoDbStore"),
        new Setting("handler", handler, "Pass the code that has the effect"),
        new Setting("parking", parking, "Pass SqsParking.from(System.getenv())"));
    EngineContext context = context();
    H code = Objects.requireNonNull(handler);
    Function<S, BatchMessage<S>> read = record -> reading.apply(record, code);
    Parking place = Objects.requireNonNull(parking);
    return new ParkingBatches<>(
        this,
        records -> lanes.apply(records.stream().map(read).toList()),
        runner(
            context,
            new Rereading<>(read, it -> parked.apply(it, "").id(), attemptsToRead(context))),
        ending.apply(place, platform.clock()));
  }

  private <S extends SourceMessage> BatchRunner<S> runner(
      EngineContext context, Rereading<S> rereading) {
    Optional<Heartbeat> beats = heartbeat.map(lease -> new Heartbeat(lease, until -> {}));
    Backoff waits =
        backoff.or(() -> told.map(LambdaSettings::backoff)).orElseGet(Backoff::standard);
    LaneRunner<S> runner =
        new LaneRunner<>(
            DeliveryEngine.of(context, mode, claims),
            new Dispositions(RetryPolicy.ofAttempts(waits, maxAttempts), platform.random(), mode),
            platform.clock(),
            waiting -> beats,
            LaneWait.inLane(waits, platform),
            Optional.of(rereading));
    return writes == StoreWrites.GROUPED
        ? BatchRunner.grouping(runner, concurrency)
        : BatchRunner.single(runner, concurrency);
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

  private EngineContext context() {
    ConsumerSettings settings =
        new ConsumerSettings(
                consumer,
                Objects.requireNonNull(abandoned),
                Objects.requireNonNull(retention),
                maxResultBytes,
                keyVisibility,
                told.flatMap(it -> it.function().name()))
            .keepingAtLeast(told.map(LambdaSettings::retention));
    IdempotencyStore records = Objects.requireNonNull(store);
    StoreView view = window.before(records, platform.clock(), observer);
    JsonResults results = new JsonResults(json);
    return new EngineContext(settings, records, platform, results, observer, view);
  }

  private void checkRanges() {
    given.checkMargin(leaseMargin);
    given.check(!reserve.isNegative(), "reserve", reserve, "Set PT0S or more");
    given.check(
        heartbeat.isEmpty() || claims == ClaimMode.CLAIM_FIRST,
        "claims",
        claims,
        "Set CLAIM_FIRST, or no heartbeat: there would be no claim to renew");
    given.check(concurrency > 0, "concurrency", concurrency, "Set 1 or more");
    maxAttempts.ifPresent(it -> given.check(it > 0, "maxAttempts", it, "Set 1 or more"));
  }
}
