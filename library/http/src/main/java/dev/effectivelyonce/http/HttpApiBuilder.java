package dev.effectivelyonce.http;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.Required.Setting;
import dev.effectivelyonce.core.engine.EngineBuilder;
import dev.effectivelyonce.core.engine.EngineContext;
import dev.effectivelyonce.core.engine.Heartbeat;
import dev.effectivelyonce.core.engine.ResultSerializer;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.InvalidKeyException;
import dev.effectivelyonce.core.store.StoreSettings;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
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
public final class HttpApiBuilder extends EngineBuilder<HttpApiBuilder> {
  private static final Set<String> KEPT_HEADERS =
      Set.of("content-encoding", "content-language", "content-type", "etag", "link", "location");

  private @Nullable ApiHandler handler;
  private Optional<UnclaimedHandler> unclaimed = Optional.empty();
  private Optional<Cors> cors = Optional.empty();
  private Caller caller = Caller.authenticated();
  private Optional<Function<ApiRequest, BusinessKey>> key = Optional.empty();
  private Function<ApiRequest, Fingerprint> fingerprint = RequestIdentity::wholeRequest;
  Optional<Heartbeat> heartbeat = Optional.empty();
  Function<ApiResponse, ResponseClassification> meaning = ResponseClassification::of;
  private Set<String> keyedMethods = Set.of("POST", "PATCH");
  Set<String> keptHeaders = KEPT_HEADERS;
  Duration retryAfter = Duration.ofSeconds(1);
  ExpiryHeader expiry = ExpiryHeader.NONE;
  private ResultSerializer stepResults =
      ResultSerializer.ofStrings(
          "The API keeps only strings. Set another serializer with stepResults(…).");

  HttpApiBuilder(String consumer) {
    super("API", new ConsumerName(consumer), HttpSettings.class, Duration.ofMillis(500));
  }

  @Override
  protected HttpApiBuilder self() {
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
    return deployed(settings.function(), settings.retention());
  }

  @Override
  protected StoreSettings takeSettings(Map<String, String> environment) {
    HttpSettings read = HttpSettings.from(environment);
    settings(read);
    return read;
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
   * Takes keys from another part of requests than the header {@code Idempotency-Key}. If the
   * function throws an {@link InvalidKeyException}, the response is 400 and shows its problem.
   */
  public HttpApiBuilder key(Function<ApiRequest, BusinessKey> of) {
    this.key = Optional.of(of);
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

  /**
   * Sets the maximum size of a response that is kept, in bytes of UTF-8 including headers. Default:
   * 16 KiB. Only the status and headers of a larger response are kept, and the responses to
   * repetitions say so.
   */
  @Override
  public HttpApiBuilder maxResultBytes(int bytes) {
    return super.maxResultBytes(bytes);
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
   * Sets the lease of claims for a process that nothing ends, such as a server. The {@link
   * #leaseMargin} is added to it. The lease is renewed whenever a third of it has passed. From 1 s
   * to 15 min. Default: none, so that one lease covers the request.
   *
   * @throws ConfigurationException if the lease is out of range
   */
  public HttpApiBuilder heartbeat(Duration lease) {
    this.heartbeat = Optional.of(new Heartbeat(lease, until -> {}));
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

  /**
   * Builds the API.
   *
   * @throws ConfigurationException if something required is missing or a setting is out of range
   */
  public HttpApi build() {
    check(!keyedMethods.isEmpty(), "keyedMethods", "empty", "Name one or more, such as POST");
    ClaimedRequests claimed =
        claimed(new Setting("handler", handler, "Pass the code that has the effect"));
    return new HttpApi(keyedMethods, claimed, Objects.requireNonNull(handler), unclaimed, cors);
  }

  /**
   * Builds only what handles requests with a key, for a server that serves several routes: each
   * request brings its handler. {@link #handler}, {@link #unclaimed}, {@link #keyedMethods} and
   * {@link #cors} have no effect.
   *
   * @throws ConfigurationException if something required is missing or a setting is out of range
   */
  public ClaimedRequests buildForServer() {
    return claimed();
  }

  private ClaimedRequests claimed(Setting... further) {
    check(!retryAfter.isNegative(), "retryAfter", retryAfter, "Set PT0S or more");
    EngineContext context = context(stepResults, further);
    return new ClaimedRequests(
        this, context, margins(), new RequestIdentity(key, caller, fingerprint));
  }
}
