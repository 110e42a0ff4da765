package dev.effectivelyonce.benchmarks.subject;

import com.amazonaws.services.lambda.runtime.Context;
import dev.effectivelyonce.testkit.sqs.TestContext;
import java.time.Clock;
import java.time.Duration;

/** An invocation with the longest time that Lambda gives: no batch of a benchmark meets its end. */
final class Invocation {
  private static final Duration LONGEST = Duration.ofMinutes(15);

  private Invocation() {}

  static Context context() {
    return new TestContext(Clock.systemUTC(), LONGEST);
  }
}
