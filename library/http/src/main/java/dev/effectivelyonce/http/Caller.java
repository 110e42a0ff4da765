package dev.effectivelyonce.http;

import java.util.Optional;

/**
 * Names the sender of a request, to whom keys belong: the same key of two callers is two keys. The
 * name must be the same for each repetition of a request, and the sender must not be able to choose
 * it.
 */
@FunctionalInterface
public interface Caller {
  /** Returns the caller's name; if it is empty or blank, the request is to be refused. */
  Optional<String> of(ApiRequest request);

  /**
   * Returns the caller that the authorizer vouches for. That is the Cognito identity, IAM user or
   * IAM role; the issuer and subject of a JWT; or the {@code principalId} in the context of a
   * Lambda authorizer. A role's session is left out: a repetition may come from another process of
   * the same service. Without an authorizer there is none, and requests are refused. The default.
   */
  static Caller authenticated() {
    return AuthenticatedCaller::of;
  }

  /**
   * Returns the caller that the authorizer vouches for, and each session of a role by itself. Use
   * it for tenants who share a role and differ by session policy or session tags alone. A
   * repetition must come from a session of the same name. Whoever may assume the role chooses that
   * name, unless the role's trust policy asks for it ({@code sts:RoleSessionName}).
   */
  static Caller authenticatedSession() {
    return AuthenticatedCaller::withSession;
  }

  /**
   * Returns one caller for all: whoever sends the same request with the same key gets the first
   * one's answer. Use it for services with a single caller.
   */
  static Caller anyone() {
    return request -> Optional.of("anyone");
  }

  /** Returns this caller's name or, if there is none, the other's. */
  default Caller or(Caller other) {
    return request -> of(request).or(() -> other.of(request));
  }
}
