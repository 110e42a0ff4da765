package dev.effectivelyonce.integration.stack;

import java.util.Map;

/**
 * A version of a function with settings of a test's own, live until it is closed.
 *
 * @param before the version that was live before
 */
public record Version(Function function, String before, String number) implements AutoCloseable {
  /** The value of a variable that the version does not have. */
  public static final String MISSING = "";

  /** Publishes it and sends all invocations to it. */
  public static Version live(Function function, Map<String, String> changedVariables) {
    String before = function.liveVersion();
    String number = function.publishVersion(changedVariables);
    function.pointLiveAt(number);
    return new Version(function, before, number);
  }

  /** Goes back to the version before, which it was before, and deletes this one. */
  @Override
  public void close() {
    if (function.liveVersion().equals(number)) {
      function.pointLiveAt(before);
    }
    function.deleteVersion(number);
  }
}
