package dev.effectivelyonce.local.demo;

import dev.effectivelyonce.local.template.StackTemplate;
import java.time.Duration;

/**
 * The time that a busy machine is given.
 *
 * @param times how many times as long everything may take, from 1 to {@value #MOST}
 */
record Slack(int times) {
  /** A handler that is to outlive its invocation takes longer than this many times its timeout. */
  static final int MOST = 3;

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final String VISIBILITY = "VisibilityTimeout";

  Slack {
    if (times < 1 || times > MOST) {
      throw new IllegalArgumentException("slack is %s; it is 1 to %s".formatted(times, MOST));
    }
  }

  /** Returns how long to wait when nothing is completed any more. */
  Duration patience() {
    return PATIENCE.multipliedBy(times);
  }

  /** Returns a stack whose functions have more time, and their queues wait for them. */
  StackTemplate given(StackTemplate template) {
    return template
        .withFunctions(function -> function.withTimeout(function.timeout().multipliedBy(times)))
        .withQueues(
            queue -> {
              String seconds = queue.attributes().getOrDefault(VISIBILITY, "");
              return seconds.isEmpty()
                  ? queue
                  : queue.withAttribute(VISIBILITY, Long.toString(times * Long.parseLong(seconds)));
            });
  }
}
