package dev.effectivelyonce.http;

/** Answers requests of methods that need no key, such as GET. */
@FunctionalInterface
public interface UnclaimedHandler {
  /**
   * Answers each time, without a claim.
   *
   * @throws Exception if it can't answer: the caller gets 500
   */
  ApiResponse handle(ApiRequest request) throws Exception;
}
