package dev.effectivelyonce.sqs;

import dev.effectivelyonce.batch.BatchRunner;
import dev.effectivelyonce.batch.Dispositions;
import dev.effectivelyonce.batch.LaneRunner;
import dev.effectivelyonce.batch.LaneWait;
import dev.effectivelyonce.batch.RetryPolicy;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.Required;
import dev.effectivelyonce.core.Required.Setting;
import dev.effectivelyonce.core.engine.ClaimMode;
import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.engine.ConsumerSettings;
import dev.effectivelyonce.core.engine.DeliveryEngine;
import dev.effectivelyonce.core.engine.EngineContext;
import dev.effectivelyonce.core.engine.KeyVisibility;
import dev.effectivelyonce.core.engine.LoggingObserver;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.engine.StoreView;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.retry.Backoff;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.window.RedeliveryWindow;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Describes a consumer. Required: {@link #onAbandonedClaim}, {@link #store}, {@link #retention} (or
 * {@link #settings}) and {@link #handler}. Not thread-safe.
 *
 * @param <M> the type of the messages
 */
public final class SqsConsumerBuilder<M> {
  /** The limit of the margin: with the longest invocation, a lease stays below any retention. */
  private static final Duration LONGEST_MARGIN = Duration.ofMinutes(15);

  final MessageIdentity<M> identity;
  private @Nullable AbandonedClaimPolicy abandoned;
  private @Nullable IdempotencyStore store;
  private @Nullable Duration retention;
  private @Nullable MessageHandler<M> handler;
  private Optional<Visibility> visibility = Optional.empty();
  private Optional<SqsDeadLetters> deadLetters = Optional.empty();
  private OptionalInt maxReceiveCount = OptionalInt.empty();
  private KeyVisibility keyVisibility = KeyVisibility.HASHED;
  private int maxResultBytes = ConsumerSettings.DEFAULT_MAX_RESULT_BYTES;
  private Optional<Backoff> backoff = Optional.empty();
  private Optional<LambdaSettings> told = Optional.empty();
  private ConsumerMode mode = ConsumerMode.ENFORCE;
  private ClaimMode claims = ClaimMode.CLAIM_FIRST;
  TransitionObserver observer = new LoggingObserver();
  Platform platform = Platform.system();
  Duration leaseMargin = Duration.ofSeconds(2);
  Duration reserve = Duration.ofMillis(500);
  private int concurrency = 64;
  private StoreWrites writes = StoreWrites.GROUPED;
  private RedeliveryWindow window = RedeliveryWindow.standard();
  private Optional<Duration> heartbeat = Optional.empty();

  SqsConsumerBuilder(MessageIdentity<M> identity) {
    this.identity = identity;
  }

  /**
   * Sets what becomes of a claim whose attempt died. Required, since no answer is right for every
   * effect.
   */
  public SqsConsumerBuilder<M> onAbandonedClaim(AbandonedClaimPolicy policy) {
    this.abandoned = policy;
    return this;
  }

  /** Sets the store of the records. Required. */
  public SqsConsumerBuilder<M> store(IdempotencyStore idempotencyStore) {
    this.store = idempotencyStore;
    return this;
  }

  /** Sets the code that has the effect. Required. */
  public SqsConsumerBuilder<M> handler(MessageHandler<M> messageHandler) {
    this.handler = messageHandler;
    return this;
  }

  /**
   * Takes {@link #retention}, {@link #maxReceiveCount}, {@link #mode}, the defaults of {@link
   * #backoff} and {@link #deadLetters}, and any {@link #heartbeat} from the function's environment.
   * Where an outage is stated that the consumer survives, receives and backoff must cover it. Where
   * a consumer's name is stated, it must be this one's.
   */
  public SqsConsumerBuilder<M> settings(LambdaSettings settings) {
    settings.heartbeat().ifPresent(this::heartbeat);
    told = Optional.of(settings);
    return retention(settings.retention())
        .maxReceiveCount(settings.maxReceiveCount())
        .mode(settings.mode());
  }

  /**
   * Sets how long records are kept after a change. Required, here or by {@link #settings}; no
   * shorter than the settings tell.
   */
  public SqsConsumerBuilder<M> retention(Duration kept) {
    this.retention = kept;
    return this;
  }

  /**
   * Sets the receive count after which the queue moves a message to its dead-letter queue. Default:
   * unknown. If it is known, a message group goes on behind a message that failed on its last
   * receive. Otherwise the rest may be dead-lettered without having run.
   */
  public SqsConsumerBuilder<M> maxReceiveCount(int receives) {
    this.maxReceiveCount = OptionalInt.of(receives);
    return this;
  }

  /**
   * Sets whether events run once, or every delivery runs and only reports what would be skipped.
   * Default: {@link ConsumerMode#ENFORCE}.
   */
  public SqsConsumerBuilder<M> mode(ConsumerMode chosen) {
    this.mode = chosen;
    return this;
  }

  /**
   * Sets whether a claim comes before the handler, or the record is written once, with its effects.
   * Default: {@link ClaimMode#CLAIM_FIRST}. Ignored while the consumer only observes.
   */
  public SqsConsumerBuilder<M> claims(ClaimMode chosen) {
    this.claims = chosen;
    return this;
  }

  /** Sets whether the table shows business keys. Default: {@link KeyVisibility#HASHED}. */
  public SqsConsumerBuilder<M> keyVisibility(KeyVisibility shown) {
    this.keyVisibility = shown;
    return this;
  }

  /** Sets the largest result that is kept, in bytes of UTF-8. Default: 16 KiB. */
  public SqsConsumerBuilder<M> maxResultBytes(int bytes) {
    this.maxResultBytes = bytes;
    return this;
  }

  /**
   * Sets when messages come back after a failure that may pass. Default: that of {@link #settings},
   * else {@link Backoff#standard()}.
   */
  public SqsConsumerBuilder<M> backoff(Backoff delays) {
    this.backoff = Optional.of(delays);
    return this;
  }

  /** Adds an observer of every transition, which is called after the log. */
  public SqsConsumerBuilder<M> observer(TransitionObserver added) {
    this.observer = observer.and(added);
    return this;
  }

  /** Sets how to change when failed messages come back. Default: {@link SqsVisibility}. */
  public SqsConsumerBuilder<M> visibility(Visibility changes) {
    this.visibility = Optional.of(changes);
    return this;
  }

  /**
   * Sets how messages that failed for good get to the dead-letter queue at once. Default: to the
   * queue that {@link #settings} name, if they name one. Otherwise, and while the consumer only
   * observes, the source queue delivers them until their last receive and moves them then.
   */
  public SqsConsumerBuilder<M> deadLetters(SqsDeadLetters letters) {
    this.deadLetters = Optional.of(letters);
    return this;
  }

  /**
   * Sets how much longer than the invocation a lease lasts, because clocks differ. Default: 2 s, at
   * most 15 min. Keep the queue's visibility timeout above the function's timeout plus this.
   */
  public SqsConsumerBuilder<M> leaseMargin(Duration margin) {
    this.leaseMargin = margin;
    return this;
  }

  /**
   * Sets the lease of claims for handlers that run long, to which the {@link #leaseMargin} is
   * added. While a handler runs, its claim is renewed whenever a third of the lease has passed. Its
   * message and those behind it in its lane stay hidden as long. From 1 s to 15 min. Default: none,
   * and one lease covers the invocation.
   */
  public SqsConsumerBuilder<M> heartbeat(Duration lease) {
    this.heartbeat = Optional.of(lease);
    return this;
  }

  /**
   * Sets how much of an invocation's time is kept for its answer: when less is left, no handler
   * starts. Default: 500 ms.
   */
  public SqsConsumerBuilder<M> reserve(Duration kept) {
    this.reserve = kept;
    return this;
  }

  /** Sets how many messages of a batch run at once; on FIFO, how many groups. Default: 64. */
  public SqsConsumerBuilder<M> concurrency(int lanesAtOnce) {
    this.concurrency = lanesAtOnce;
    return this;
  }

  /** Sets whether messages of a batch write together. Default: {@link StoreWrites#GROUPED}. */
  public SqsConsumerBuilder<M> storeWrites(StoreWrites chosen) {
    this.writes = chosen;
    return this;
  }

  /** Sets what is known again without asking. Default: {@link RedeliveryWindow#standard()}. */
  public SqsConsumerBuilder<M> window(RedeliveryWindow chosen) {
    this.window = chosen;
    return this;
  }

  /** Sets clock, owner ids, chance and waiting. Default: {@link Platform#system()}. */
  public SqsConsumerBuilder<M> platform(Platform given) {
    this.platform = given;
    return this;
  }

  /**
   * Returns the consumer.
   *
   * @throws ConfigurationException if something required is missing, a setting is out of range, or
   *     no message can be read as its type
   */
  public SqsConsumer<M> build() {
    checkRanges();
    identity.check();
    told.ifPresent(it -> it.function().check(identity.consumer().value()));
    Required.settings(
        "The consumer " + identity.consumer(),
        new Setting("onAbandonedClaim", abandoned, "Choose RERUN or HOLD"),
        new Setting("retention", retention, "Set it, or pass LambdaSettings to settings(...)"),
        new Setting("store", store, "Pass a DynamoDbStore"),
        new Setting("handler", handler, "Pass the code that has the effect"));
    ConsumerSettings settings =
        new ConsumerSettings(
                identity.consumer(),
                Objects.requireNonNull(abandoned),
                Objects.requireNonNull(retention),
                maxResultBytes,
                keyVisibility,
                told.flatMap(it -> it.function().name()))
            .keepingAtLeast(told.map(LambdaSettings::retention));
    RetryPolicy retries =
        new RetryPolicy(
            backoff.or(() -> told.map(LambdaSettings::backoff)).orElseGet(Backoff::standard),
            maxReceiveCount,
            told.flatMap(LambdaSettings::survivesOutageOf));
    retries.check(identity.consumer());
    LazySqsClient sqs = new LazySqsClient();
    Visibility changes = visibility.orElseGet(() -> new SqsVisibility(sqs, platform.clock()));
    Optional<Heartbeats> heartbeats =
        heartbeat.map(it -> new Heartbeats(it, changes, platform.clock()));
    LaneRunner<SqsMessage> lanes =
        new LaneRunner<>(
            engine(settings, Objects.requireNonNull(store)),
            new Dispositions(retries, platform.random(), mode),
            platform.clock(),
            waiting -> heartbeats.map(it -> it.of(waiting)),
            LaneWait.none(),
            Optional.empty());
    KeyedHandler<M> keyed = new KeyedHandler<>(Objects.requireNonNull(handler));
    return new SqsConsumer<>(
        this, changes, letters(sqs), new BatchReader<>(identity), keyed, batches(lanes));
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

  private BatchRunner<SqsMessage> batches(LaneRunner<SqsMessage> lanes) {
    return writes == StoreWrites.GROUPED
        ? BatchRunner.grouping(lanes, concurrency)
        : BatchRunner.single(lanes, concurrency);
  }

  private DeliveryEngine engine(ConsumerSettings settings, IdempotencyStore records) {
    StoreView view = window.before(records, platform.clock(), observer);
    JsonResults results = new JsonResults(identity.json());
    return DeliveryEngine.of(
        new EngineContext(settings, records, platform, results, observer, view), mode, claims);
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
    maxReceiveCount.ifPresent(it -> check(it > 0, "maxReceiveCount", it, "Set 1 or more"));
  }

  private void check(boolean valid, String setting, Object value, String remedy) {
    if (!valid) {
      throw new ConfigurationException(
          "The setting " + setting + " of consumer " + identity.consumer() + " is " + value,
          remedy);
    }
  }
}
