package dev.effectivelyonce.spring;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.engine.ResultSerializer;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.testkit.ManualClock;
import dev.effectivelyonce.testkit.ManualTimers;
import io.awspring.cloud.sqs.listener.SqsHeaders;
import io.awspring.cloud.sqs.listener.Visibility;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.messaging.support.GenericMessage;
import org.springframework.util.ClassUtils;

/** Invokes methods with {@link Once} as a container of Spring does it, in time that tests move. */
final class MethodBench {
  final ManualClock clock = new ManualClock();
  final ManualTimers timers = new ManualTimers(clock);
  final AtomicInteger attempts = new AtomicInteger();
  final List<Integer> visibilities = new ArrayList<>();
  final OnceHandlerMethodFactory factory;

  /**
   * @param fatal runs where the process can't go on
   */
  MethodBench(IdempotencyStore store, Runnable fatal, Surrounding.Finder surroundings) {
    factory =
        new OnceHandlerMethodFactory(
            new OnceListeners(
                store,
                transition -> {},
                new Platform(
                    clock,
                    () -> new AttemptId("a-" + attempts.incrementAndGet()),
                    () -> 0L,
                    clock::advance,
                    timers),
                ResultSerializer.ofStrings("Return strings"),
                Duration.ofDays(19),
                Duration.ofMinutes(1),
                error -> fatal.run(),
                surroundings),
            new SqsBroker());
  }

  /** Invokes the method of a bean that has this name. */
  @Nullable Object invoke(Object bean, String method, Object payload) throws Exception {
    Method listener =
        Stream.of(ClassUtils.getUserClass(bean).getDeclaredMethods())
            .filter(it -> it.getName().equals(method))
            .findFirst()
            .orElseThrow();
    Visibility visibility =
        seconds -> {
          visibilities.add(seconds);
          return CompletableFuture.completedFuture(null);
        };
    return factory
        .createInvocableHandlerMethod(bean, listener)
        .invoke(
            new GenericMessage<>(
                payload,
                Map.of(SqsHeaders.SQS_VISIBILITY_TIMEOUT_HEADER, visibility, "region", "eu")));
  }
}
