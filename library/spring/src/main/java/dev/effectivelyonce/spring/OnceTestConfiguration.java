package dev.effectivelyonce.spring;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.ManualClock;
import dev.effectivelyonce.testkit.ManualTimers;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;
import org.springframework.context.annotation.Import;

/** What a test with {@link EffectivelyOnceTest} has in place of broker, database and time. */
@Configuration(proxyBeanMethods = false)
@Import({
  OnceConfiguration.class,
  EffectivelyOnceAutoConfiguration.Transactional.class,
  OnceDeliveries.class,
  ManualClock.class,
  ManualTimers.class
})
class OnceTestConfiguration {
  /** Unless the test has a store of its own, such as that of a transactional method. */
  @Bean
  @Fallback
  InMemoryStore onceTestStore() {
    return new InMemoryStore();
  }

  @Bean
  Platform onceTestPlatform(ManualClock clock, ManualTimers timers) {
    AtomicInteger attempts = new AtomicInteger();
    return new Platform(
        clock,
        () -> new AttemptId("attempt-" + attempts.incrementAndGet()),
        () -> 0,
        clock::advance,
        timers);
  }
}
