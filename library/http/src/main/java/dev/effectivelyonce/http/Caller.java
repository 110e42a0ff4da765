package dev.effectivelyonce.http;

import java.util.Optional;

/**
 * Names the sender of a request. Keys belong to a caller, so the same key from two callers counts
 * as two keys. The name must be the same for each repetition of a request, and the sender must not
 * be able to choose it.
 */
@FunctionalInterface
public interface Caller {
  /** Returns the caller's name; if it is empty or blank, the request is refused. */
  Optional<String> of(ApiRequest request);

  /**
   * Returns the caller that the authorizer authenticated. This is the Cognito identity, IAM user or
   * IAM role; the issuer and subject of a JWT; or the {@code principalId} in the context of a
   * Lambda authorizer. The session of a role is not part of the name, because a repetition may come
   * from another process of the same service. Without an authorizer there is no caller, and
   * requests are refused. This is the default.
   */
  static Caller authenticated() {
    return AuthenticatedCaller::of;
  }

  /**
   * Returns the caller that the authorizer authenticated, where each session of a role is a caller
   * of its own. Use it for tenants that share a role and differ only by session policy or session
   * tags. A repetition must come from a session with the same name. Anyone who may assume the role
   * can choose that name, unless the role's trust policy prescribes it ({@code
   * sts:RoleSessionName}).
   */
  static Caller authenticatedSession() {
    return AuthenticatedCaller::withSession;
  }

  /**
   * Returns the same caller for all requests, so that anyone who sends the same request with the
   * same key gets the first response. Use it for services with a single caller.
   */
  static Caller anyone() {
    return request -> Optional.of("anyone");
  }

  /** Returns a caller that uses this caller's name or, if there is none, the other one's. */
  default Caller or(Caller other) {
    return request -> of(request).or(() -> other.of(request));
  }
}
