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
 * Builds an API. Required: {@link #onAbandonedClaim}, {@link #store}, {@link #retention} (or {@link
 * #settings}) and {@link #handler}. Not thread-safe.
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
   * Sets what happens to a claim after its attempt died. Required, because no answer is right for
   * every effect.
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

  /** Sets the handler of requests with a key. Required. */
  public HttpApiBuilder handler(ApiHandler httpHandler) {
    this.handler = httpHandler;
    return this;
  }

  /** Sets the handler of requests with methods that need no key. Default: the response is 405. */
  public HttpApiBuilder unclaimed(UnclaimedHandler unclaimedHandler) {
    this.unclaimed = Optional.of(unclaimedHandler);
    return this;
  }

  /**
   * Takes {@link #retention} from the function's environment. If the environment contains a
   * consumer's name, it must be the same as that of this API.
   */
  public HttpApiBuilder settings(HttpSettings settings) {
    this.function = settings.function();
    this.told = Optional.of(settings.retention());
    return retention(settings.retention());
  }

  /**
   * Sets how long a key is remembered after the last change of its record. Required, here or by
   * {@link #settings}. It must be longer than any caller repeats a request; 24 hours is usual.
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

  /** Sets the caller to whom keys belong. Default: {@link Caller#authenticated()}. */
  public HttpApiBuilder caller(Caller named) {
    this.caller = named;
    return this;
  }

  /**
   * Sets the fingerprint, which must agree between requests with the same key. Default: method,
   * path, query and content, byte by byte. If the function throws, the response is 500 and nothing
   * has happened.
   */
  public HttpApiBuilder fingerprint(Function<ApiRequest, Fingerprint> of) {
    this.fingerprint = of;
    return this;
  }

  /**
   * Sets which responses of the handler are kept and replayed, and which let the request run again.
   * Default: {@link ResponseClassification#of}.
   */
  public HttpApiBuilder classifier(Function<ApiResponse, ResponseClassification> of) {
    this.meaning = of;
    return this;
  }

  /**
   * Sets further headers that are kept with a response. Default: Content-Type, Content-Language,
   * Content-Encoding, ETag, Link and Location. Cookies are never kept.
   */
  public HttpApiBuilder keepHeaders(String... names) {
    Set<String> all = new TreeSet<>(KEPT_HEADERS);
    Arrays.stream(names).map(HeaderNames::normal).forEach(all::add);
    this.keptHeaders = Set.copyOf(all);
    return this;
  }

  /**
   * Lets web pages of other origins call the API. It then answers preflight requests and adds the
   * CORS headers to every response. Default: it does neither.
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
   * Sets the maximum size of a response that is kept, in bytes of UTF-8 including headers. Default:
   * 16 KiB. Only the status and headers of a larger response are kept, and the responses to
   * repetitions say so.
   */
  public HttpApiBuilder maxResultBytes(int bytes) {
    this.maxResultBytes = bytes;
    return this;
  }

  /**
   * Sets how results of steps ({@link Attempt#steps}) are kept. Default: strings are kept as they
   * are, and no other types. A later attempt that needs a result of another type asks the provider.
   * A step with such a type is refused before it begins if its policy is not a lookup.
   */
  public HttpApiBuilder stepResults(ResultSerializer serializer) {
    this.stepResults = serializer;
    return this;
  }

  /**
   * Sets how long callers should wait before they repeat a request ({@code Retry-After}). Default:
   * 1 s.
   */
  public HttpApiBuilder retryAfter(Duration wait) {
    this.retryAfter = wait;
    return this;
  }

  /**
   * Adds the header {@code Idempotency-Key-Expires} to each response that is kept, both first and
   * replayed. It contains the time until which a repetition gets the response at least, as a date
   * of RFC 9110, such as {@code Sun, 06 Nov 1994 08:49:37 GMT}. Default: no such header.
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
   * Sets how much longer than the invocation a lease lasts, to allow for clocks that differ.
   * Default: 2 s, at most 15 min.
   */
  public HttpApiBuilder leaseMargin(Duration margin) {
    this.leaseMargin = margin;
    return this;
  }

  /**
   * Sets how much of an invocation's time is reserved for its response. If less time is left, no
   * handler starts. Default: 500 ms.
   */
  public HttpApiBuilder shutdownMargin(Duration kept) {
    this.shutdownMargin = kept;
    return this;
  }

  /**
   * Sets the sources of time, owner ids, randomness and waiting. Default: {@link
   * Platform#system()}.
   */
  public HttpApiBuilder platform(Platform given) {
    this.platform = given;
    return this;
  }

  /**
   * Builds the API.
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
