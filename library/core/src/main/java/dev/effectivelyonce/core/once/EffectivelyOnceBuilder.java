package dev.effectivelyonce.core.once;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.DeployedFunction;
import dev.effectivelyonce.core.Required;
import dev.effectivelyonce.core.Required.Setting;
import dev.effectivelyonce.core.engine.ClaimMode;
import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.engine.ConsumerSettings;
import dev.effectivelyonce.core.engine.DeliveryEngine;
import dev.effectivelyonce.core.engine.EngineContext;
import dev.effectivelyonce.core.engine.EnvironmentSettings;
import dev.effectivelyonce.core.engine.Heartbeat;
import dev.effectivelyonce.core.engine.KeyVisibility;
import dev.effectivelyonce.core.engine.LoggingObserver;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.engine.ResultSerializer;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.store.IdempotencyStore;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Builds an {@link EffectivelyOnce}. Required: {@link #onAbandonedClaim}, {@link #store} and {@link
 * #retention} (or {@link #settings}). Not thread-safe.
 */
public final class EffectivelyOnceBuilder {
  private static final Duration LONGEST_MARGIN = Duration.ofMinutes(15);

  private final ConsumerName consumer;
  private @Nullable AbandonedClaimPolicy abandoned;
  private @Nullable IdempotencyStore store;
  private @Nullable Duration retention;
  private DeployedFunction function = DeployedFunction.unknown();
  private Optional<Duration> told = Optional.empty();
  private ConsumerMode mode = ConsumerMode.ENFORCE;
  private ClaimMode claims = ClaimMode.CLAIM_FIRST;
  private KeyVisibility keyVisibility = KeyVisibility.HASHED;
  private int maxResultBytes = ConsumerSettings.DEFAULT_MAX_RESULT_BYTES;
  private TransitionObserver observer = new LoggingObserver();
  private Platform platform = Platform.system();
  private ResultSerializer results =
      ResultSerializer.ofStrings("Strings alone are kept. Name another serializer by results(…).");
  Duration leaseMargin = Duration.ofSeconds(2);
  Duration shutdownMargin = Duration.ofMillis(500);
  Optional<Heartbeat> heartbeat = Optional.empty();

  EffectivelyOnceBuilder(String consumer) {
    this.consumer = new ConsumerName(consumer);
  }

  /**
   * Sets what happens to a claim after its attempt died. Required, because no answer is right for
   * every effect.
   */
  public EffectivelyOnceBuilder onAbandonedClaim(AbandonedClaimPolicy policy) {
    this.abandoned = policy;
    return this;
  }

  /** Sets the store of the records. Required. */
  public EffectivelyOnceBuilder store(IdempotencyStore idempotencyStore) {
    this.store = idempotencyStore;
    return this;
  }

  /**
   * Takes {@link #retention} and {@link #mode} from the function's environment. If the environment
   * contains a consumer's name, it must be the same as this consumer's name.
   */
  public EffectivelyOnceBuilder settings(EnvironmentSettings settings) {
    this.function = settings.function();
    this.told = Optional.of(settings.retention());
    return retention(settings.retention()).mode(settings.mode());
  }

  /**
   * Sets how long records are kept after a change. Required, here or by {@link #settings}. It must
   * be longer than any caller repeats a call, and not shorter than the retention of the {@link
   * #settings}.
   */
  public EffectivelyOnceBuilder retention(Duration kept) {
    this.retention = kept;
    return this;
  }

  /**
   * Sets whether events run once, or every call runs and only reports what would be skipped.
   * Default: {@link ConsumerMode#ENFORCE}.
   */
  public EffectivelyOnceBuilder mode(ConsumerMode chosen) {
    this.mode = chosen;
    return this;
  }

  /**
   * Sets whether a claim comes before the code, or the record is written once, with its effects.
   * Default: {@link ClaimMode#CLAIM_FIRST}. Ignored in the mode {@link ConsumerMode#OBSERVE}.
   */
  public EffectivelyOnceBuilder claims(ClaimMode chosen) {
    this.claims = chosen;
    return this;
  }

  /** Sets whether the table shows business keys. Default: {@link KeyVisibility#HASHED}. */
  public EffectivelyOnceBuilder keyVisibility(KeyVisibility shown) {
    this.keyVisibility = shown;
    return this;
  }

  /** Sets the maximum size of a value that is kept, in bytes of UTF-8. Default: 16 KiB. */
  public EffectivelyOnceBuilder maxResultBytes(int bytes) {
    this.maxResultBytes = bytes;
    return this;
  }

  /**
   * Sets how values of the code and of steps are kept. Default: only strings are kept, as they are.
   */
  public EffectivelyOnceBuilder results(ResultSerializer serializer) {
    this.results = serializer;
    return this;
  }

  /** Adds an observer of every transition, which is called after the log. */
  public EffectivelyOnceBuilder observer(TransitionObserver added) {
    this.observer = observer.and(added);
    return this;
  }

  /**
   * Sets how much longer than its call a lease lasts, to allow for clocks that differ. Default: 2
   * s, at most 15 min.
   */
  public EffectivelyOnceBuilder leaseMargin(Duration margin) {
    this.leaseMargin = margin;
    return this;
  }

  /**
   * Sets the lease of claims for long-running code. The {@link #leaseMargin} is added to it. The
   * lease is renewed whenever a third of it has passed. From 1 s to 15 min. Default: none, so that
   * one lease covers the call.
   *
   * @throws ConfigurationException if the lease is out of range
   */
  public EffectivelyOnceBuilder heartbeat(Duration lease) {
    this.heartbeat = Optional.of(new Heartbeat(lease, until -> {}));
    return this;
  }

  /**
   * Sets how much of a call's time is reserved for its answer. If less time is left, the code does
   * not start. Default: 500 ms.
   */
  public EffectivelyOnceBuilder shutdownMargin(Duration kept) {
    this.shutdownMargin = kept;
    return this;
  }

  /**
   * Sets the sources of time, owner ids, randomness and waiting. Default: {@link
   * Platform#system()}.
   */
  public EffectivelyOnceBuilder platform(Platform given) {
    this.platform = given;
    return this;
  }

  /**
   * Builds the instance.
   *
   * @throws ConfigurationException if something required is missing or a setting is out of range
   */
  public EffectivelyOnce build() {
    checkRanges();
    function.check(consumer.value());
    Required.settings(
        "The consumer " + consumer,
        new Setting("onAbandonedClaim", abandoned, "Choose RERUN or HOLD"),
        new Setting("retention", retention, "Set it, or pass EnvironmentSettings to settings(...)"),
        new Setting("store", store, "Pass a DynamoDbStore"));
    ConsumerSettings settings =
        new ConsumerSettings(
                consumer,
                Objects.requireNonNull(abandoned),
                Objects.requireNonNull(retention),
                maxResultBytes,
                keyVisibility,
                function.name())
            .keepingAtLeast(told);
    IdempotencyStore records = Objects.requireNonNull(store);
    EngineContext context = new EngineContext(settings, records, platform, results, observer);
    return new EffectivelyOnce(this, context, DeliveryEngine.of(context, mode, claims));
  }

  private void checkRanges() {
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
  }

  private void check(boolean valid, String setting, Object value, String remedy) {
    if (!valid) {
      throw new ConfigurationException(
          "The setting " + setting + " of consumer " + consumer + " is " + value, remedy);
    }
  }
}
