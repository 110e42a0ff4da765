package dev.effectivelyonce.functions.simulation;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A fault that a message asks for.
 *
 * @param kind what happens
 * @param on which attempts it happens on
 */
record Fault(Kind kind, Attempts on) {
  private static final Pattern IN_STEP = Pattern.compile("crash-in-step:([A-Za-z0-9._-]{1,64})");
  private static final Pattern SLOW = Pattern.compile("slow:([0-9]{1,6})");

  /** What happens. */
  sealed interface Kind {
    /** The handler reports a retryable failure. */
    record FailRetryable() implements Kind {}

    /** The handler reports a permanent failure. */
    record FailPermanent() implements Kind {}

    /** The process ends before the effect. */
    record CrashBeforeEffect() implements Kind {}

    /**
     * The process ends when the handler has returned: between a plain effect and its completion, or
     * before the effects that it returned are committed.
     */
    record CrashAfterEffect() implements Kind {}

    /** The process ends when the effect of this step has happened, before that is noted. */
    record CrashInStep(String step) implements Kind {}

    /** The handler never returns. */
    record Timeout() implements Kind {}

    /** The handler waits first. */
    record Slow(Duration delay) implements Kind {}
  }

  /** Which attempts a fault happens on. */
  enum Attempts {
    /** The first alone. */
    FIRST,
    /** All of them. */
    EVERY
  }

  /** The fault of a {@code simulate} attribute, or nothing if it names none. */
  static Optional<Fault> parse(String attribute) {
    boolean every = attribute.endsWith("!");
    String name = every ? attribute.substring(0, attribute.length() - 1) : attribute;
    return kind(name).map(kind -> new Fault(kind, every ? Attempts.EVERY : Attempts.FIRST));
  }

  private static Optional<Kind> kind(String name) {
    Matcher slow = SLOW.matcher(name);
    if (slow.matches()) {
      return Optional.of(new Kind.Slow(Duration.ofMillis(Long.parseLong(slow.group(1)))));
    }
    Matcher inStep = IN_STEP.matcher(name);
    if (inStep.matches()) {
      return Optional.of(new Kind.CrashInStep(inStep.group(1)));
    }
    return switch (name) {
      case "fail-retryable" -> Optional.of(new Kind.FailRetryable());
      case "fail-permanent" -> Optional.of(new Kind.FailPermanent());
      case "crash-before-effect" -> Optional.of(new Kind.CrashBeforeEffect());
      case "crash-after-effect" -> Optional.of(new Kind.CrashAfterEffect());
      case "timeout" -> Optional.of(new Kind.Timeout());
      default -> Optional.empty();
    };
  }
}
