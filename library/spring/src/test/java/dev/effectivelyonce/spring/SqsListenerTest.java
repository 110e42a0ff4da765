package dev.effectivelyonce.spring;

import static dev.effectivelyonce.spring.Soon.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.engine.Transition;
import dev.effectivelyonce.core.engine.Transition.Kind;
import dev.effectivelyonce.core.engine.TransitionObserver;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.testkit.InMemoryStore;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * A listener of Spring Cloud AWS in an application of Spring Boot, on a queue of ElasticMQ. Each
 * test has orders of its own.
 */
class SqsListenerTest {

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application {
    @Bean
    Orders orders() {
      return new Orders();
    }

    @Bean
    InMemoryStore records() {
      return new InMemoryStore();
    }

    @Bean
    Kinds kinds() {
      return new Kinds(new LinkedBlockingQueue<>());
    }
  }

  /** What happened to events. */
  record Kinds(BlockingQueue<Kind> seen) implements TransitionObserver {
    @Override
    public void onTransition(Transition transition) {
      seen.add(transition.kind());
    }
  }

  private static LocalQueues queues;
  private static ConfigurableApplicationContext application;
  private static Orders orders;

  @BeforeAll
  static void start() {
    queues = new LocalQueues();
    application = new SpringApplicationBuilder(Application.class).properties(settings()).run();
    orders = application.getBean(Orders.class);
  }

  private static Map<String, Object> settings() {
    return Map.of(
        "spring.cloud.aws.endpoint", queues.endpoint(),
        "spring.cloud.aws.region.static", "eu-central-1",
        "spring.cloud.aws.credentials.access-key", "none",
        "spring.cloud.aws.credentials.secret-key", "none",
        "spring.cloud.aws.sqs.listener.poll-timeout", "1s",
        "spring.cloud.aws.sqs.listener.max-delay-between-polls", "100ms",
        "effectively-once.retention", "19d");
  }

  @AfterAll
  static void end() {
    application.close();
    queues.close();
  }

  @BeforeEach
  void empty() {
    queues.empty();
    orders.answers.clear();
    orders.placed.clear();
    application.getBean(Kinds.class).seen().clear();
  }

  @Test
  void aMessageThatComesTwiceRunsOnce() {
    queues.send("O-1", 500);
    // A copy of a running event would wait for its lease.
    await(() -> queues.open() == 0);
    queues.send("O-1", 500);

    await(() -> saw(Kind.DUPLICATE) && queues.open() == 0);

    assertThat(orders.placed).containsExactly("O-1");
    assertThat(record("O-1")).map(IdempotencyRecord::status).contains(Status.COMPLETED);
  }

  @Test
  void aMessageWhoseListenerAsksForARetryComesBackWhenItSaid() {
    orders.answers.put(
        "O-2",
        order -> {
          orders.answers.clear();
          return HandlerResult.retryAfter(Duration.ofSeconds(1), "busy");
        });
    queues.send("O-2", 500);

    await(() -> queues.open() == 0);

    assertThat(orders.placed).containsExactly("O-2", "O-2");
    assertThat(record("O-2")).map(IdempotencyRecord::attempt).contains(2);
  }

  @Test
  void aCopyOfARunningEventWaitsForTheRestOfItsLease() throws InterruptedException {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    orders.answers.put(
        "O-3",
        order -> {
          running.countDown();
          end.await();
          return HandlerResult.completed();
        });
    queues.send("O-3", 500);
    assertThat(running.await(Soon.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    queues.send("O-3", 500);
    await(() -> saw(Kind.IN_FLIGHT));

    end.countDown();

    await(() -> queues.open() == 1);
    assertThat(orders.placed).containsExactly("O-3");
  }

  @Test
  void whatFailedForGoodAndAReusedKeyAreDeadLettersSoon() {
    orders.answers.put("O-4", order -> HandlerResult.fail("closed"));
    queues.send("O-4", 500);
    queues.send("O-5", 500);
    await(() -> orders.placed.contains("O-5"));
    queues.send("O-5", 600);

    await(() -> queues.deadLetters() == 2);

    assertThat(orders.placed).containsExactlyInAnyOrder("O-4", "O-5");
    assertThat(record("O-4")).map(IdempotencyRecord::status).contains(Status.FAILED);
  }

  @Test
  void anAttemptIsNotTakenForThePayload() {
    queues.sendParcel("O-6");

    await(() -> !orders.placed.isEmpty());

    assertThat(orders.placed).containsExactly("parcel of O-6 by attempt 1");
  }

  private static boolean saw(Kind kind) {
    return application.getBean(Kinds.class).seen().contains(kind);
  }

  private static Optional<IdempotencyRecord> record(String orderId) {
    return application
        .getBean(InMemoryStore.class)
        .find(RecordId.of(new ConsumerName("orders"), BusinessKey.of(orderId)));
  }
}
