package dev.effectivelyonce.spring;

import static org.assertj.core.api.Assertions.assertThat;

import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ContextConsumer;

/** What an application is told that does not start. */
final class StartRefusal {
  private StartRefusal() {}

  /** Asserts that an application does not start, and is told all of this. */
  static ContextConsumer<AssertableApplicationContext> refused(String... said) {
    return context -> {
      for (String part : said) {
        assertThat(context.getStartupFailure()).hasStackTraceContaining(part);
      }
    };
  }
}
