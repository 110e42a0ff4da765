package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.DeployedFunction;
import dev.effectivelyonce.core.Required;
import dev.effectivelyonce.core.Required.Setting;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreProvider;
import dev.effectivelyonce.core.store.StoreSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The settings that consumers, APIs and plain functions have in common. Not thread-safe.
 *
 * @param <B> the builder that its methods return
 */
public abstract class EngineBuilder<B extends EngineBuilder<B>> {
  /** The limit of the margin: with the longest invocation, a lease stays below any retention. */
  private static final Duration LONGEST_MARGIN = Duration.ofMinutes(15);

  /** The consumer's name. */
  protected final ConsumerName consumer;

  /** All observers. */
  protected TransitionObserver observer = new LoggingObserver();

  /** The sources of time, owner ids, randomness and waiting. */
  protected Platform platform = Platform.system();

  private final String kind;
  private final String settingsType;
  private Margins margins;
  private @Nullable AbandonedClaimPolicy abandoned;
  private Optional<Supplier<IdempotencyStore>> store = Optional.empty();
  private @Nullable Duration retention;
  private DeployedFunction function = DeployedFunction.unknown();
  private Optional<Duration> shortestRetention = Optional.empty();
  private KeyVisibility keyVisibility = KeyVisibility.HASHED;
  private int maxResultBytes = ConsumerSettings.DEFAULT_MAX_RESULT_BYTES;

  /**
   * Creates a builder.
   *
   * @param kind what is built, for messages, such as {@code consumer}
   * @param settings the type of the settings that a function has in its environment
   * @param shutdownMargin the default for how much of an invocation's time is reserved
   */
  protected EngineBuilder(
      String kind,
      ConsumerName consumer,
      Class<? extends StoreSettings> settings,
      Duration shutdownMargin) {
    this.kind = kind;
    this.consumer = consumer;
    this.settingsType = settings.getSimpleName();
    this.margins = new Margins(shutdownMargin, Duration.ofSeconds(2));
  }

  /** Returns this builder. */
  protected abstract B self();

  /** Reads the settings from the environment, takes them, and returns them for the store. */
  protected abstract StoreSettings takeSettings(Map<String, String> environment);

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
    this.store = Optional.of(() -> idempotencyStore);
    return self();
  }

  /**
   * Takes what the construct puts into the function's environment: the settings, a {@link #store}
   * in their table, and metrics. The store comes from effectively-once-dynamodb, the metrics from
   * effectively-once-metrics, if that is on the class path. If you call {@link #store} afterwards,
   * such as in a test, that store is taken, and the one in the table isn't made.
   *
   * @param environment {@code System.getenv()}
   * @throws ConfigurationException if a variable is missing or malformed, or if not exactly one
   *     module on the class path has a store
   */
  public B fromEnvironment(Map<String, String> environment) {
    StoreSettings read = takeSettings(environment);
    List<StoreProvider> stores = found(StoreProvider.class);
    if (stores.size() != 1) {
      throw new ConfigurationException(
          "The %s %s needs one store from the environment, and the class path has %s"
              .formatted(kind, consumer, stores.isEmpty() ? "none" : stores),
          "Depend on effectively-once-dynamodb, or call settings(...) and store(...) instead");
    }
    found(ObserverProvider.class).forEach(it -> observer(it.observerOf(environment)));
    store = Optional.of(() -> stores.getFirst().storeOf(read));
    return self();
  }

  private static <T> List<T> found(Class<T> service) {
    return ServiceLoader.load(service, EngineBuilder.class.getClassLoader()).stream()
        .map(ServiceLoader.Provider::get)
        .toList();
  }

  /**
   * Sets how long records are kept after a change. Required, here or by {@code settings}. It must
   * be longer than any sender or caller repeats an event, and not shorter than the retention of the
   * settings.
   */
  public B retention(Duration kept) {
    this.retention = kept;
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

  /** Adds an observer of every transition, which is called after the log. */
  public B observer(TransitionObserver added) {
    this.observer = observer.and(added);
    return self();
  }

  /**
   * Sets how much longer than the invocation or call a lease lasts, to allow for clocks that
   * differ. Default: 2 s, at most 15 min. The visibility timeout of a queue must be longer than the
   * function's timeout plus this margin.
   */
  public B leaseMargin(Duration margin) {
    this.margins = new Margins(margins.shutdown(), margin);
    return self();
  }

  /**
   * Sets how much of an invocation's or call's time is reserved for the answer and for parking. If
   * less time is left, no handler starts. Default: 500 ms, or 2 s if the consumer parks messages.
   */
  public B shutdownMargin(Duration kept) {
    this.margins = new Margins(kept, margins.lease());
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

  /** Takes what the environment says: the retention is required from now on, and the function. */
  protected final B deployed(DeployedFunction deployed, Duration required) {
    this.function = deployed;
    this.shortestRetention = Optional.of(required);
    return retention(required);
  }

  /**
   * Returns the context for an engine.
   *
   * @param results how results are kept
   * @param further further settings that are required
   * @throws ConfigurationException if something required is missing or a setting is out of range
   */
  protected final EngineContext context(ResultSerializer results, Setting... further) {
    Duration lease = margins.lease();
    check(
        !lease.isNegative() && lease.compareTo(LONGEST_MARGIN) <= 0,
        "leaseMargin",
        lease,
        "Set PT0S to " + LONGEST_MARGIN);
    check(
        !margins.shutdown().isNegative(), "shutdownMargin", margins.shutdown(), "Set PT0S or more");
    function.check(consumer.value());
    Setting[] required = {
      new Setting("onAbandonedClaim", abandoned, "Choose RERUN or HOLD"),
      new Setting("retention", retention, "Set it, or pass " + settingsType + " to settings(...)"),
      new Setting("store", store.orElse(null), "Pass a DynamoDbStore")
    };
    Required.settings(
        "The " + kind + " " + consumer,
        Stream.of(required, further).flatMap(Stream::of).toArray(Setting[]::new));
    ConsumerSettings settings =
        new ConsumerSettings(
                consumer,
                Objects.requireNonNull(abandoned),
                Objects.requireNonNull(retention),
                maxResultBytes,
                keyVisibility,
                function.name())
            .keepingAtLeast(shortestRetention);
    return new EngineContext(settings, store.orElseThrow().get(), platform, results, observer);
  }

  /** Returns the margins. Call it after {@link #context}, which checks them. */
  protected final Margins margins() {
    return margins;
  }

  /**
   * Refuses a setting that is out of range.
   *
   * @throws ConfigurationException if it is not valid
   */
  protected final void check(boolean valid, String setting, Object value, String remedy) {
    if (!valid) {
      throw new ConfigurationException(
          "The setting " + setting + " of " + kind + " " + consumer + " is " + value, remedy);
    }
  }
}
