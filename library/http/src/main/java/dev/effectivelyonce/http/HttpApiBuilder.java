package dev.effectivelyonce.http;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.DeployedFunction;
import dev.effectivelyonce.core.Required;
import dev.effectivelyonce.core.Required.Setting;
import dev.effectivelyonce.core.engine.ConsumerSettings;
import dev.effectivelyonce.core.engine.KeyVisibility;
import dev.effectivelyonce.core.engine.LoggingObserver;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.engine.ResultSerializer;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.store.IdempotencyStore;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Describes an API. Required: {@link #onAbandonedClaim}, {@link #store}, {@link #retention} (or
 * {@link #settings}) and {@link #handler}. Not thread-safe.
 */
public final class HttpApiBuilder {
  /** The limit of the margin: with the longest invocation, a lease stays below any retention. */
  private static final Duration LONGEST_MARGIN = Duration.ofMinutes(15);

  private static final Set<String> KEPT_HEADERS =
      Set.of("content-encoding", "content-language", "content-type", "etag", "link", "location");

  private final ConsumerName consumer;
  private @Nullable AbandonedClaimPolicy abandoned;
  private @Nullable IdempotencyStore store;
  private DeployedFunction function = DeployedFunction.unknown();
  private Optional<Duration> told = Optional.empty();
  private @Nullable Duration retention;
  private @Nullable ApiHandler handler;
  private KeyVisibility keyVisibility = KeyVisibility.HASHED;
  private int maxResultBytes = ConsumerSettings.DEFAULT_MAX_RESULT_BYTES;
  private Optional<UnclaimedHandler> unclaimed = Optional.empty();
  private Optional<Cors> cors = Optional.empty();
  private Caller caller = Caller.authenticated();
  private Function<ApiRequest, Fingerprint> fingerprint = RequestIdentity::wholeRequest;
  Function<ApiResponse, ResponseClassification> meaning = ResponseClassification::of;
  private Set<String> keyedMethods = Set.of("POST", "PATCH");
  Set<String> keptHeaders = KEPT_HEADERS;
  TransitionObserver observer = new LoggingObserver();
  Platform platform = Platform.system();
  Duration leaseMargin = Duration.ofSeconds(2);
  Duration shutdownMargin = Duration.ofMillis(500);
  Duration retryAfter = Duration.ofSeconds(1);
  ExpiryHeader expiry = ExpiryHeader.NONE;
  ResultSerializer stepResults =
      ResultSerializer.ofStrings(
          "The API keeps strings alone. Name another serializer by stepResults(…).");

  HttpApiBuilder(String consumer) {
    this.consumer = new ConsumerName(consumer);
  }

  /**
   * Sets what becomes of a claim whose attempt died. Required, since no answer is right for every
   * effect.
   */
  public HttpApiBuilder onAbandonedClaim(AbandonedClaimPolicy policy) {
    this.abandoned = policy;
    return this;
  }

  /** Sets the store of the records. Required. */
  public HttpApiBuilder store(IdempotencyStore idempotencyStore) {
    this.store = idempotencyStore;
    return this;
  }

  /** Sets the code that has the effect. Required. */
  public HttpApiBuilder handler(ApiHandler httpHandler) {
    this.handler = httpHandler;
    return this;
  }

  /** Sets the handler of the methods that need no key. Default: they get 405. */
  public HttpApiBuilder unclaimed(UnclaimedHandler unclaimedHandler) {
    this.unclaimed = Optional.of(unclaimedHandler);
    return this;
  }

  /**
   * Takes {@link #retention} from the function's environment. If the environment states the name of
   * the API's consumer, it must be this one's.
   */
  public HttpApiBuilder settings(HttpSettings settings) {
    this.function = settings.function();
    this.told = Optional.of(settings.retention());
    return retention(settings.retention());
  }

  /**
   * Sets how long a key is remembered after the last change of its record. Required, here or by
   * {@link #settings}. Choose longer than any caller repeats a request: 24 hours is usual.
   */
  public HttpApiBuilder retention(Duration kept) {
    this.retention = kept;
    return this;
  }

  /** Sets which methods need a key; all others are unclaimed. Default: POST and PATCH. */
  public HttpApiBuilder keyedMethods(String... methods) {
    this.keyedMethods =
        Arrays.stream(methods)
            .map(method -> method.toUpperCase(Locale.ROOT))
            .collect(Collectors.toUnmodifiableSet());
    return this;
  }

  /** Sets to whom keys belong. Default: {@link Caller#authenticated()}. */
  public HttpApiBuilder caller(Caller named) {
    this.caller = named;
    return this;
  }

  /**
   * Sets what must agree between requests of one key. Default: method, path, query and content,
   * byte by byte. If the function throws, the answer is 500 and nothing has happened.
   */
  public HttpApiBuilder fingerprint(Function<ApiRequest, Fingerprint> of) {
    this.fingerprint = of;
    return this;
  }

  /**
   * Sets which answers of the handler are kept and replayed, and which let the request run again.
   * Default: {@link ResponseClassification#of}.
   */
  public HttpApiBuilder classifier(Function<ApiResponse, ResponseClassification> of) {
    this.meaning = of;
    return this;
  }

  /**
   * Sets further headers that are kept with an answer. Default: Content-Type, Content-Language,
   * Content-Encoding, ETag, Link and Location. Cookies are never kept.
   */
  public HttpApiBuilder keepHeaders(String... names) {
    Set<String> all = new TreeSet<>(KEPT_HEADERS);
    Arrays.stream(names).map(HeaderNames::normal).forEach(all::add);
    this.keptHeaders = Set.copyOf(all);
    return this;
  }

  /**
   * Lets web pages of other origins call the API: preflight requests are answered, and every answer
   * has the headers by which a browser lets the page read it. Default: neither.
   */
  public HttpApiBuilder cors(Cors allowed) {
    this.cors = Optional.of(allowed);
    return this;
  }

  /** Sets whether the table shows keys and callers. Default: {@link KeyVisibility#HASHED}. */
  public HttpApiBuilder keyVisibility(KeyVisibility shown) {
    this.keyVisibility = shown;
    return this;
  }

  /**
   * Sets the largest answer that is kept, in bytes of UTF-8, its headers included. Default: 16 KiB.
   * A larger one keeps only status and headers, and repetitions say so.
   */
  public HttpApiBuilder maxResultBytes(int bytes) {
    this.maxResultBytes = bytes;
    return this;
  }

  /**
   * Sets how results of steps ({@link Attempt#steps}) are kept. Default: strings as they are, and
   * no other type, so that an attempt that needs such a result asks its provider. A step whose
   * provider can't be asked is refused before it begins.
   */
  public HttpApiBuilder stepResults(ResultSerializer serializer) {
    this.stepResults = serializer;
    return this;
  }

  /** Sets when callers may come back. Default: after 1 s. */
  public HttpApiBuilder retryAfter(Duration wait) {
    this.retryAfter = wait;
    return this;
  }

  /**
   * Adds the header {@code Idempotency-Key-Expires} to each answer that is kept, the first and the
   * replayed ones: until when, at least, a repetition gets it. It is a date as RFC 9110 has it,
   * such as {@code Sun, 06 Nov 1994 08:49:37 GMT}. Default: no such header.
   */
  public HttpApiBuilder exposeExpiryHeader() {
    this.expiry = ExpiryHeader.TOLD;
    return this;
  }

  /** Adds an observer of every transition, which is called after the log. */
  public HttpApiBuilder observer(TransitionObserver added) {
    this.observer = observer.and(added);
    return this;
  }

  /**
   * Sets how much longer than the invocation a lease lasts, because clocks differ. Default: 2 s, at
   * most 15 min.
   */
  public HttpApiBuilder leaseMargin(Duration margin) {
    this.leaseMargin = margin;
    return this;
  }

  /**
   * Sets how much of an invocation's time is kept for its answer: when less is left, no handler
   * starts. Default: 500 ms.
   */
  public HttpApiBuilder shutdownMargin(Duration kept) {
    this.shutdownMargin = kept;
    return this;
  }

  /** Sets clock, owner ids, chance and waiting. Default: {@link Platform#system()}. */
  public HttpApiBuilder platform(Platform given) {
    this.platform = given;
    return this;
  }

  /**
   * Returns the API.
   *
   * @throws ConfigurationException if something required is missing or a setting is out of range
   */
  public HttpApi build() {
    checkRanges();
    function.check(consumer.value());
    Required.settings(
        "The API " + consumer,
        new Setting("onAbandonedClaim", abandoned, "Choose RERUN or HOLD"),
        new Setting("retention", retention, "Set it, or pass HttpSettings to settings(...)"),
        new Setting("store", store, "Pass a DynamoDbStore"),
        new Setting("handler", handler, "Pass the code that has the effect"));
    ConsumerSettings settings =
        new ConsumerSettings(
                consumer,
                Objects.requireNonNull(abandoned),
                Objects.requireNonNull(retention),
                maxResultBytes,
                keyVisibility,
                function.name())
            .keepingAtLeast(told);
    ClaimedRequests claimed =
        new ClaimedRequests(
            this, settings, Objects.requireNonNull(store), Objects.requireNonNull(handler));
    return new HttpApi(
        keyedMethods, new RequestIdentity(caller, fingerprint), claimed, unclaimed, cors);
  }

  private void checkRanges() {
    check(
        !leaseMargin.isNegative() && leaseMargin.compareTo(LONGEST_MARGIN) <= 0,
        "leaseMargin",
        leaseMargin,
        "Set PT0S to " + LONGEST_MARGIN);
    check(!shutdownMargin.isNegative(), "shutdownMargin", shutdownMargin, "Set PT0S or more");
    check(!retryAfter.isNegative(), "retryAfter", retryAfter, "Set PT0S or more");
    check(!keyedMethods.isEmpty(), "keyedMethods", "empty", "Name one or more, such as POST");
  }

  private void check(boolean valid, String setting, Object value, String remedy) {
    if (!valid) {
      throw new ConfigurationException(
          "The setting " + setting + " of API " + consumer + " is " + value, remedy);
    }
  }
}
