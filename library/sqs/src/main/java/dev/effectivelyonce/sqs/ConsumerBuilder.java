package dev.effectivelyonce.sqs;

import dev.effectivelyonce.batch.BatchRunner;
import dev.effectivelyonce.batch.LaneRunner;
import dev.effectivelyonce.batch.SourceMessage;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.Required.Setting;
import dev.effectivelyonce.core.cache.CompletedCache;
import dev.effectivelyonce.core.engine.ClaimMode;
import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.engine.EngineBuilder;
import dev.effectivelyonce.core.engine.EngineContext;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.retry.Backoff;
import dev.effectivelyonce.core.store.StoreSettings;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The settings that all consumers of batches have in common, whatever their source is. Not
 * thread-safe.
 *
 * @param <B> the builder that its methods return
 * @param <H> the type of the handlers
 */
public abstract class ConsumerBuilder<B extends ConsumerBuilder<B, H>, H> extends EngineBuilder<B> {
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

  /** How many lanes of a batch run at once. */
  protected int concurrency = 64;

  /** The lease of claims that are renewed. */
  protected Optional<Duration> heartbeat = Optional.empty();

  private final JsonCodec json;
  private @Nullable H handler;
  private Optional<Backoff> backoff = Optional.empty();
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
    super("consumer", consumer, LambdaSettings.class, shutdownMargin);
    this.json = json;
    this.cache = cache;
  }

  /** Sets the handler. Required. */
  public B handler(H code) {
    this.handler = code;
    return self();
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
    return deployed(settings.function(), settings.retention()).mode(settings.mode());
  }

  @Override
  protected final StoreSettings takeSettings(Map<String, String> environment) {
    LambdaSettings read = LambdaSettings.from(environment);
    settings(read);
    return read;
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

  /**
   * Sets how long messages wait in the queue or in their lane after a failure that may be
   * temporary. Default: the backoff of the {@link #settings}, or {@link Backoff#standard()} without
   * settings.
   */
  public B backoff(Backoff delays) {
    this.backoff = Optional.of(delays);
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
   * Returns the context for an engine.
   *
   * @param limited the name of the setting of the {@link #limit}
   * @param further further settings that this source requires
   * @throws ConfigurationException if something required is missing or a setting is out of range
   */
  protected final EngineContext context(String limited, Setting... further) {
    check(
        heartbeat.isEmpty() || claims == ClaimMode.CLAIM_FIRST,
        "claims",
        claims,
        "Set CLAIM_FIRST, or no heartbeat: there would be no claim to renew");
    check(concurrency > 0, "concurrency", concurrency, "Set 1 or more");
    limit.ifPresent(it -> check(it > 0, limited, it, "Set 1 or more"));
    Setting code = new Setting("handler", handler, "Pass the code that has the effect");
    EngineContext context =
        context(
            new JsonResults(json),
            Stream.concat(Stream.of(code), Stream.of(further)).toArray(Setting[]::new));
    return context.with(cache.before(context.store(), platform.clock(), observer));
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
