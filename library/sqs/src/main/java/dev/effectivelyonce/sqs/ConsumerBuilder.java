package dev.effectivelyonce.sqs;

import dev.effectivelyonce.batch.BatchRunner;
import dev.effectivelyonce.batch.LaneRunner;
import dev.effectivelyonce.batch.SourceMessage;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.Required;
import dev.effectivelyonce.core.Required.Setting;
import dev.effectivelyonce.core.cache.CompletedCache;
import dev.effectivelyonce.core.engine.ClaimMode;
import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.engine.ConsumerSettings;
import dev.effectivelyonce.core.engine.EngineContext;
import dev.effectivelyonce.core.engine.KeyVisibility;
import dev.effectivelyonce.core.engine.LoggingObserver;
import dev.effectivelyonce.core.engine.ObserverProvider;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.engine.StoreView;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.retry.Backoff;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreProvider;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The settings that all consumers of batches have in common, whatever their source is. Not
 * thread-safe.
 *
 * @param <B> the builder that its methods return
 * @param <H> the type of the handlers
 */
public abstract class ConsumerBuilder<B extends ConsumerBuilder<B, H>, H> {
  /** The limit of the margin: with the longest invocation, a lease stays below any retention. */
  private static final Duration LONGEST_MARGIN = Duration.ofMinutes(15);

  /** The consumer's name. */
  protected final ConsumerName consumer;

  /** All observers. */
  protected TransitionObserver observer = new LoggingObserver();

  /** The sources of time, owner ids, randomness and waiting. */
  protected Platform platform = Platform.system();

  /** How much longer than the invocation a lease lasts. */
  protected Duration leaseMargin = Duration.ofSeconds(2);

  /** How much of an invocation's time is reserved for parking and the answer. */
  protected Duration shutdownMargin;

  /** The cache of completed records. */
  protected CompletedCache cache;

  /** The number of deliveries or attempts after which a message is given up. */
  protected OptionalInt limit = OptionalInt.empty();

  /** The settings from the function's environment, if {@link #settings} was called. */
  protected Optional<LambdaSettings> told = Optional.empty();

  /** The consumer's mode. */
  protected ConsumerMode mode = ConsumerMode.ENFORCE;

  /** The claim mode. */
  protected ClaimMode claims = ClaimMode.CLAIM_FIRST;

  /** The lease of claims that are renewed. */
  protected Optional<Duration> heartbeat = Optional.empty();

  private final JsonCodec json;
  private @Nullable AbandonedClaimPolicy abandoned;
  private @Nullable IdempotencyStore store;
  private @Nullable Duration retention;
  private @Nullable H handler;
  private KeyVisibility keyVisibility = KeyVisibility.HASHED;
  private int maxResultBytes = ConsumerSettings.DEFAULT_MAX_RESULT_BYTES;
  private Optional<Backoff> backoff = Optional.empty();
  private int concurrency = 64;
  private StoreWrites writes = StoreWrites.GROUPED;

  /**
   * Creates a builder for a consumer.
   *
   * @param json the codec that writes the results that are kept
   * @param shutdownMargin the default for how much of an invocation's time is reserved
   * @param cache the default cache of completed records
   */
  protected ConsumerBuilder(
      ConsumerName consumer, JsonCodec json, Duration shutdownMargin, CompletedCache cache) {
    this.consumer = consumer;
    this.json = json;
    this.shutdownMargin = shutdownMargin;
    this.cache = cache;
  }

  /** Returns this builder. */
  protected abstract B self();

  /**
   * Sets what happens to a claim after its attempt died. Required, because no answer is right for
   * every effect.
   */
  public B onAbandonedClaim(AbandonedClaimPolicy policy) {
    this.abandoned = policy;
    return self();
  }

  /** Sets the store of the records. Required. */
  public B store(IdempotencyStore idempotencyStore) {
    this.store = idempotencyStore;
    return self();
  }

  /** Sets the handler. Required. */
  public B handler(H code) {
    this.handler = code;
    return self();
  }

  /**
   * Takes what the construct puts into the function's environment: the {@link #settings}, a {@link
   * #store} in their table, and metrics. The store comes from effectively-once-dynamodb, the
   * metrics from effectively-once-metrics, if that is on the class path. For another store call
   * {@link #settings} and {@link #store} instead.
   *
   * @param environment {@code System.getenv()}
   * @throws ConfigurationException if a variable is missing or malformed, or if not exactly one
   *     module on the class path has a store
   */
  public B fromEnvironment(Map<String, String> environment) {
    LambdaSettings read = LambdaSettings.from(environment);
    List<StoreProvider> stores = found(StoreProvider.class);
    if (stores.size() != 1) {
      throw new ConfigurationException(
          "The consumer %s needs one store from the environment, and the class path has %s"
              .formatted(consumer, stores.isEmpty() ? "none" : stores),
          "Depend on effectively-once-dynamodb, or call settings(...) and store(...) instead");
    }
    found(ObserverProvider.class).forEach(it -> observer(it.observerOf(environment)));
    return settings(read).store(stores.getFirst().storeOf(read));
  }

  private static <T> List<T> found(Class<T> service) {
    return ServiceLoader.load(service, ConsumerBuilder.class.getClassLoader()).stream()
        .map(ServiceLoader.Provider::get)
        .toList();
  }

  /**
   * Takes {@link #retention}, {@link #mode}, the receive count, the default of {@link #backoff} and
   * any {@link #heartbeat} from the function's environment. If the environment contains a
   * consumer's name, it must be the same as this consumer's name.
   */
  public B settings(LambdaSettings settings) {
    settings.heartbeat().ifPresent(this::heartbeat);
    told = Optional.of(settings);
    limit = OptionalInt.of(settings.maxReceiveCount());
    return retention(settings.retention()).mode(settings.mode());
  }

  /**
   * Sets how long records are kept after a change. Required, here or by {@link #settings}; it must
   * not be shorter than the retention of the settings.
   */
  public B retention(Duration kept) {
    this.retention = kept;
    return self();
  }

  /**
   * Sets whether events run once, or every delivery runs and only reports what would be skipped.
   * Default: {@link ConsumerMode#ENFORCE}.
   */
  public B mode(ConsumerMode chosen) {
    this.mode = chosen;
    return self();
  }

  /**
   * Sets whether a claim comes before the handler, or the record is written once, with its effects.
   * Default: {@link ClaimMode#CLAIM_FIRST}. Ignored while the consumer only observes.
   */
  public B claims(ClaimMode chosen) {
    this.claims = chosen;
    return self();
  }

  /** Sets whether the table shows business keys. Default: {@link KeyVisibility#HASHED}. */
  public B keyVisibility(KeyVisibility shown) {
    this.keyVisibility = shown;
    return self();
  }

  /** Sets the maximum size of a result that is kept, in bytes of UTF-8. Default: 16 KiB. */
  public B maxResultBytes(int bytes) {
    this.maxResultBytes = bytes;
    return self();
  }

  /**
   * Sets how long messages wait in the queue or in their lane after a failure that may be
   * temporary. Default: the backoff of the {@link #settings}, or {@link Backoff#standard()} without
   * settings.
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

  /**
   * Sets how much longer than the invocation a lease lasts, to allow for clocks that differ.
   * Default: 2 s, at most 15 min. The visibility timeout of a queue must be longer than the
   * function's timeout plus this margin.
   */
  public B leaseMargin(Duration margin) {
    this.leaseMargin = margin;
    return self();
  }

  /**
   * Sets the lease of claims for long-running handlers. The {@link #leaseMargin} is added to it.
   * While a handler runs, its claim is renewed whenever a third of the lease has passed. If the
   * source hides messages, the handler's message and those behind it in its lane stay hidden during
   * this time. From 1 s to 15 min. Default: none, so that one lease covers the invocation.
   */
  public B heartbeat(Duration lease) {
    this.heartbeat = Optional.of(lease);
    return self();
  }

  /**
   * Sets how much of an invocation's time is reserved for parking and the answer. If less time is
   * left, no handler starts. Default: 500 ms, or 2 s if the consumer parks messages.
   */
  public B shutdownMargin(Duration kept) {
    this.shutdownMargin = kept;
    return self();
  }

  /**
   * Sets how many lanes of a batch run at once. A lane is a message, or a message group of a FIFO
   * queue. A lane that waits counts too. Default: 64.
   */
  public B concurrency(int lanesAtOnce) {
    this.concurrency = lanesAtOnce;
    return self();
  }

  /**
   * Sets whether the messages of a batch write to the store together. Default: {@link
   * StoreWrites#GROUPED}.
   */
  public B storeWrites(StoreWrites chosen) {
    this.writes = chosen;
    return self();
  }

  /**
   * Sets the sources of time, owner ids, randomness and waiting. Default: {@link
   * Platform#system()}.
   */
  public B platform(Platform given) {
    this.platform = given;
    return self();
  }

  /**
   * Returns the context for an engine.
   *
   * @param limited the name of the setting of the {@link #limit}
   * @param further further settings that this source requires
   * @throws ConfigurationException if something required is missing or a setting is out of range
   */
  protected final EngineContext context(String limited, Setting... further) {
    checkRanges(limited);
    told.ifPresent(it -> it.function().check(consumer.value()));
    Setting[] required = {
      new Setting("onAbandonedClaim", abandoned, "Choose RERUN or HOLD"),
      new Setting("retention", retention, "Set it, or pass LambdaSettings to settings(...)"),
      new Setting("store", store, "Pass a DynamoDbStore"),
      new Setting("handler", handler, "Pass the code that has the effect")
    };
    Required.settings(
        "The consumer " + consumer,
        Stream.of(required, further).flatMap(Stream::of).toArray(Setting[]::new));
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
    StoreView view = cache.before(records, platform.clock(), observer);
    return new EngineContext(settings, records, platform, new JsonResults(json), observer, view);
  }

  private void checkRanges(String limited) {
    check(
        !leaseMargin.isNegative() && leaseMargin.compareTo(LONGEST_MARGIN) <= 0,
        "leaseMargin",
        leaseMargin,
        "Set PT0S to " + LONGEST_MARGIN);
    check(!shutdownMargin.isNegative(), "shutdownMargin", shutdownMargin, "Set PT0S or more");
    check(
        heartbeat.isEmpty() || claims == ClaimMode.CLAIM_FIRST,
        "claims",
        claims,
        "Set CLAIM_FIRST, or no heartbeat: there would be no claim to renew");
    check(concurrency > 0, "concurrency", concurrency, "Set 1 or more");
    limit.ifPresent(it -> check(it > 0, limited, it, "Set 1 or more"));
  }

  private void check(boolean valid, String setting, Object value, String remedy) {
    if (!valid) {
      throw new ConfigurationException(
          "The setting " + setting + " of consumer " + consumer + " is " + value, remedy);
    }
  }

  /** Returns the handler. Call it after {@link #context}, which checks that the handler is set. */
  protected final H code() {
    return Objects.requireNonNull(handler);
  }

  /** Returns the backoff. */
  protected final Backoff waits() {
    return backoff.or(() -> told.map(LambdaSettings::backoff)).orElseGet(Backoff::standard);
  }

  /** Returns the runner for the lanes of a batch. */
  protected final <S extends SourceMessage> BatchRunner<S> batches(LaneRunner<S> lanes) {
    return writes == StoreWrites.GROUPED
        ? BatchRunner.grouping(lanes, concurrency)
        : BatchRunner.single(lanes, concurrency);
  }
}
