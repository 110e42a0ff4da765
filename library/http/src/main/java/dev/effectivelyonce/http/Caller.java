package dev.effectivelyonce.http;

import java.util.Optional;

/**
 * Who sends a request, to whom keys belong: the same key of two callers is two keys. It must be the
 * same for each repetition of a request, and must not be up to the sender.
 */
@FunctionalInterface
public interface Caller {
  /** The caller's name; empty or blank if the request tells none, and is to be refused. */
  Optional<String> of(ApiRequest request);

  /**
   * Whom the authorizer vouches for: the Cognito identity, IAM user or IAM role; the issuer and
   * subject of a JWT; the {@code principalId} that a Lambda authorizer puts into its context. Of a
   * role the session is left out: a repetition may come from another process of the same service.
   * Without an authorizer there is none, and requests are refused. The default.
   */
  static Caller authenticated() {
    return AuthenticatedCaller::of;
  }

  /**
   * Whom the authorizer vouches for, of a role each session by itself: for tenants who share a role
   * and differ by session policy or session tags alone. A repetition must come from a session of
   * the same name. Whoever may assume the role chooses that name, unless the role's trust policy
   * asks for it ({@code sts:RoleSessionName}).
   */
  static Caller authenticatedSession() {
    return AuthenticatedCaller::withSession;
  }

  /**
   * All callers are one: whoever sends the same request with the same key gets the first one's
   * answer. For services with a single caller.
   */
  static Caller anyone() {
    return request -> Optional.of("anyone");
  }

  /** The other's word where this one has none. */
  default Caller or(Caller other) {
    return request -> of(request).or(() -> other.of(request));
  }
}
