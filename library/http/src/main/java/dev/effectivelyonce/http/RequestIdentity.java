package dev.effectivelyonce.http;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.InvalidKeyException;
import dev.effectivelyonce.http.IdempotencyKeyHeader.Read;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the key and fingerprint by which two requests are the same. */
final class RequestIdentity {
  private static final Logger LOG = LoggerFactory.getLogger(HttpApi.class);

  private static final String NO_CALLER =
      "it tells no caller to whom keys belong. Let an authorizer of the route, or the server,"
          + " authenticate the caller, or name one in the code";

  /** The prefix of parameters that sign a link, which differ in each repetition. */
  private static final String SIGNATURE_PREFIX = "X-Amz-";

  /** A request's key and fingerprint, or the answer to a request that has none. */
  sealed interface Identified {
    record Known(BusinessKey key, Fingerprint fingerprint) implements Identified {}

    record Refused(ApiResponse answer) implements Identified {}
  }

  /** A byte order mark in UTF-8, with one character for each byte. */
  private static final String MARK = "\u00EF\u00BB\u00BF";

  private final Optional<Function<ApiRequest, BusinessKey>> ownKey;
  private final Caller caller;
  private final Function<ApiRequest, Fingerprint> fingerprint;

  /**
   * @param ownKey where keys come from, if not from the header
   */
  RequestIdentity(
      Optional<Function<ApiRequest, BusinessKey>> ownKey,
      Caller caller,
      Function<ApiRequest, Fingerprint> fingerprint) {
    this.ownKey = ownKey;
    this.caller = caller;
    this.fingerprint = fingerprint;
  }

  /**
   * Returns the fingerprint of method, path, query without its signature, and content without a
   * byte order mark.
   */
  static Fingerprint wholeRequest(ApiRequest request) {
    return Fingerprint.of(
        request.method(),
        request.path(),
        withoutSignature(request.query()),
        // One character for each byte: no two contents become one text.
        withoutMark(new String(request.body().bytes(), StandardCharsets.ISO_8859_1)));
  }

  private static String withoutMark(String content) {
    return content.startsWith(MARK) ? content.substring(MARK.length()) : content;
  }

  private static String withoutSignature(String query) {
    return Arrays.stream(query.split("&", -1))
        .filter(parameter -> !parameter.startsWith(SIGNATURE_PREFIX))
        .collect(Collectors.joining("&"));
  }

  Identified of(ApiRequest request) {
    return ownKey
        .map(own -> known(request, () -> own.apply(request)))
        .orElseGet(() -> ofHeader(request));
  }

  private Identified ofHeader(ApiRequest request) {
    return switch (IdempotencyKeyHeader.read(request)) {
      case Read.Missing ignored -> new Identified.Refused(Problem.KEY_MISSING.response());
      case Read.Malformed(String why) -> malformed(why);
      case Read.Present(String key) -> known(request, () -> BusinessKey.of(key));
    };
  }

  private Identified known(ApiRequest request, Supplier<BusinessKey> key) {
    BusinessKey read;
    try {
      read = key.get();
    } catch (InvalidKeyException e) {
      return malformed(e.problem());
    }
    return caller
        .of(request)
        .filter(Predicate.not(String::isBlank))
        .map(name -> scoped(read, request, name))
        .orElseGet(() -> unknownCaller(NO_CALLER));
  }

  /** Puts the key in two scopes, caller and route, neither of which the sender can choose. */
  private Identified scoped(BusinessKey key, ApiRequest request, String callerName) {
    BusinessKey scoped;
    try {
      scoped = key.inScope(callerName).inScope(request.route());
    } catch (InvalidKeyException e) {
      return unknownCaller("The caller or the route is no scope of keys: " + e.problem());
    }
    return new Identified.Known(scoped, Objects.requireNonNull(fingerprint.apply(request)));
  }

  private static Identified unknownCaller(String why) {
    LOG.error("A request was refused: {}", why);
    return new Identified.Refused(Problem.CALLER_UNKNOWN.response());
  }

  private static Identified malformed(String why) {
    return new Identified.Refused(Problem.KEY_MALFORMED.response(Optional.of(why)));
  }
}
