package dev.effectivelyonce.http;

/** Handles requests with methods that need no key, such as GET. */
@FunctionalInterface
public interface UnclaimedHandler {
  /**
   * Handles each request without a claim.
   *
   * @throws Exception if it can't handle the request; the caller gets 500
   */
  ApiResponse handle(ApiRequest request) throws Exception;
}
