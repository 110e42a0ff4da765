package dev.effectivelyonce.local.demo;

import dev.effectivelyonce.local.lambda.EnvironmentPool;
import dev.effectivelyonce.local.lambda.Platform;
import dev.effectivelyonce.local.lambda.TimeoutPolicy;
import dev.effectivelyonce.local.system.LocalSettings;
import dev.effectivelyonce.local.template.EventSourceResource;
import dev.effectivelyonce.local.template.StackTemplate;
import dev.effectivelyonce.local.template.TemplateReader;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;

/**
 * The time that a busy machine is given. A timeout in seconds measures the machine: where the first
 * batch of a new process takes longer, the process is killed for it, and the next one is new again.
 *
 * @param times how many times as long a function may take, from 1 to {@value #MOST}
 */
record Slack(int times) {
  /** A handler that is to outlive its invocation takes longer than this many times its timeout. */
  static final int MOST = 8;

  /** What two processes take to start on a machine with two idle processors, or less. */
  private static final Duration START = Duration.ofMillis(1500);

  private static final URI NOWHERE = URI.create("http://127.0.0.1:9");
  private static final int PROCESSES = 2;
  private static final String VISIBILITY = "VisibilityTimeout";

  Slack {
    if (times < 1 || times > MOST) {
      throw new IllegalArgumentException("slack is %s; it is 1 to %s".formatted(times, MOST));
    }
  }

  /** Starts two processes of a function, ends them, and tells by their time how busy it is. */
  static Slack measured(LocalSettings settings) {
    StackTemplate template =
        new TemplateReader(settings.templateFolder())
            .read(settings.stackName(), settings.region(), NOWHERE, NOWHERE);
    Platform platform =
        new Platform(
            settings.clock(),
            settings.ids(),
            settings.region(),
            NOWHERE,
            NOWHERE,
            settings.workFolder().resolve("measured"));
    EventSourceResource first = template.eventSources().getFirst();
    try (EnvironmentPool pool =
        new EnvironmentPool(
            platform,
            template.function(first.function()),
            first.function().invokedArn(),
            PROCESSES,
            ignored -> TimeoutPolicy.KILL)) {
      Instant start = settings.clock().instant();
      pool.warmUp(new Slack(MOST).patience());
      return after(Duration.between(start, settings.clock().instant()));
    }
  }

  /**
   * Returns what a machine needs.
   *
   * @param started how long two processes took to start
   */
  static Slack after(Duration started) {
    long times = Math.ceilDiv(started.toMillis(), START.toMillis());
    return new Slack(Math.clamp(times, 1, MOST));
  }

  /** Returns how long to wait when nothing is completed any more. */
  Duration patience() {
    return Duration.ofMinutes(2L + times);
  }

  /** Returns a stack whose functions have more time, and their queues wait for them as before. */
  StackTemplate given(StackTemplate template) {
    Duration longest =
        template.eventSources().stream()
            .map(source -> template.function(source.function()).timeout())
            .reduce(Duration.ZERO, (one, other) -> one.compareTo(other) > 0 ? one : other);
    long more = longest.multipliedBy(times - 1L).toSeconds();
    return template
        .withFunctions(function -> function.withTimeout(function.timeout().multipliedBy(times)))
        .withQueues(
            queue -> {
              String seconds = queue.attributes().getOrDefault(VISIBILITY, "");
              return seconds.isEmpty()
                  ? queue
                  : queue.withAttribute(VISIBILITY, Long.toString(more + Long.parseLong(seconds)));
            });
  }
}
