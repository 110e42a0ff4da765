package dev.effectivelyonce.core.once;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.ClaimMode;
import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.engine.DeliveryEngine;
import dev.effectivelyonce.core.engine.EngineBuilder;
import dev.effectivelyonce.core.engine.EngineContext;
import dev.effectivelyonce.core.engine.EnvironmentSettings;
import dev.effectivelyonce.core.engine.Heartbeat;
import dev.effectivelyonce.core.engine.ResultSerializer;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.store.StoreSettings;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Builds an {@link EffectivelyOnce}. Required: {@link #onAbandonedClaim}, {@link #store} and {@link
 * #retention} (or {@link #settings}). Not thread-safe.
 */
public final class EffectivelyOnceBuilder extends EngineBuilder<EffectivelyOnceBuilder> {
  private ConsumerMode mode = ConsumerMode.ENFORCE;
  private ClaimMode claims = ClaimMode.CLAIM_FIRST;
  private ResultSerializer results =
      ResultSerializer.ofStrings("Only strings are kept. Set another serializer with results(…).");
  private Optional<Heartbeat> heartbeat = Optional.empty();

  EffectivelyOnceBuilder(String consumer) {
    super(
        "consumer", new ConsumerName(consumer), EnvironmentSettings.class, Duration.ofMillis(500));
  }

  @Override
  protected EffectivelyOnceBuilder self() {
    return this;
  }

  /**
   * Takes {@link #retention} and {@link #mode} from the function's environment. If the environment
   * contains a consumer's name, it must be the same as this consumer's name.
   */
  public EffectivelyOnceBuilder settings(EnvironmentSettings settings) {
    return deployed(settings.function(), settings.retention()).mode(settings.mode());
  }

  @Override
  protected StoreSettings takeSettings(Map<String, String> environment) {
    EnvironmentSettings read = EnvironmentSettings.from(environment);
    settings(read);
    return read;
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

  /**
   * Sets how values of the code and of steps are kept. Default: only strings are kept, as they are.
   */
  public EffectivelyOnceBuilder results(ResultSerializer serializer) {
    this.results = serializer;
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
   * Builds the instance.
   *
   * @throws ConfigurationException if something required is missing or a setting is out of range
   */
  public EffectivelyOnce build() {
    check(
        heartbeat.isEmpty() || claims == ClaimMode.CLAIM_FIRST,
        "claims",
        claims,
        "Set CLAIM_FIRST, or no heartbeat: there would be no claim to renew");
    EngineContext context = context(results);
    return new EffectivelyOnce(
        context, margins(), heartbeat, DeliveryEngine.of(context, mode, claims));
  }
}
