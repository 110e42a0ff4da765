package dev.effectivelyonce.spring;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static dev.effectivelyonce.spring.StartRefusal.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.testkit.InMemoryStore;
import io.awspring.cloud.sqs.annotation.SqsHandler;
import io.awspring.cloud.sqs.annotation.SqsListener;
import io.awspring.cloud.sqs.annotation.SqsListenerAcknowledgementMode;
import io.awspring.cloud.sqs.config.SqsListenerConfigurer;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.messaging.handler.annotation.support.DefaultMessageHandlerMethodFactory;
import org.springframework.transaction.annotation.Transactional;
import software.amazon.awssdk.services.sqs.SqsAsyncClient;

/** What an application is told at its start, before a message is received. */
class ListenerProblemsTest {
  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application {}

  static class Future {
    @SqsListener("orders")
    @Once(consumer = "orders", key = "#payload", onAbandonedClaim = RERUN)
    CompletableFuture<String> place(String order) {
      return CompletableFuture.completedFuture(order);
    }
  }

  static class Fifo {
    @SqsListener("orders.fifo")
    @Once(consumer = "orders", key = "#payload", onAbandonedClaim = RERUN)
    void place(String order) {}
  }

  @SqsListener(value = "#{'or' + 'ders'}", acknowledgementMode = "ALWAYS")
  static class OfAClass {
    @SqsHandler
    @Once(consumer = "orders", key = "#payload", onAbandonedClaim = RERUN)
    void place(String order) {}
  }

  static class NoExpression {
    @SqsListener("orders")
    @Once(consumer = "orders", key = "#payload.", onAbandonedClaim = RERUN)
    void place(String order) {}
  }

  static class TwoOfOneName {
    @SqsListener("orders")
    @Once(consumer = "orders", key = "#payload", onAbandonedClaim = RERUN)
    void place(String order) {}

    @SqsListener("orders")
    @Once(consumer = "orders", key = "#payload", onAbandonedClaim = RERUN)
    void count(String order) {}
  }

  static class AcknowledgedAtOnce {
    @SqsListener(value = "orders", acknowledgementMode = SqsListenerAcknowledgementMode.ALWAYS)
    @Once(consumer = "orders", key = "#payload", onAbandonedClaim = RERUN)
    void place(String order) {}
  }

  static class Plain {
    @SqsListener(value = "orders-dead", acknowledgementMode = SqsListenerAcknowledgementMode.ALWAYS)
    void count(String order) {}
  }

  static class InATransaction {
    @Transactional
    @SqsListener("orders")
    @Once(consumer = "orders", key = "#payload", onAbandonedClaim = RERUN)
    void place(String order) {}
  }

  static class OwnFactory {
    @SqsListener("orders")
    @Once(consumer = "orders", key = "#payload", onAbandonedClaim = RERUN)
    void place(String order) {}

    @Bean
    SqsListenerConfigurer factory() {
      return registrar ->
          registrar.setMessageHandlerMethodFactory(new DefaultMessageHandlerMethodFactory() {});
    }
  }

  private static LocalQueues queues;

  @BeforeAll
  static void startQueues() {
    queues = new LocalQueues();
  }

  @AfterAll
  static void endQueues() {
    queues.close();
  }

  static Stream<Arguments> problems() {
    return Stream.of(
        Arguments.of(Future.class, "Future.place returns a CompletableFuture", "Wait for the work"),
        Arguments.of(Fifo.class, "several messages of a FIFO queue", "maxMessagesPerPoll"),
        Arguments.of(OfAClass.class, "acknowledgement mode ALWAYS", "Set ON_SUCCESS"),
        Arguments.of(
            NoExpression.class,
            "key of consumer orders is no expression: \"#payload.\"",
            "Point at"),
        Arguments.of(
            TwoOfOneName.class, "both have the consumer \"orders\"", "a consumer of its own"),
        Arguments.of(AcknowledgedAtOnce.class, "acknowledgement mode ALWAYS", "Set ON_SUCCESS"),
        Arguments.of(InATransaction.class, "place is @Transactional", "Let the store be"),
        Arguments.of(OwnFactory.class, "MessageHandlerMethodFactory of your own", "@Once"));
  }

  @ParameterizedTest
  @MethodSource("problems")
  void aListenerThatWouldNotRunOnceIsRefused(Class<?> listener, String problem, String remedy) {
    runner()
        .withBean(InMemoryStore.class)
        .withUserConfiguration(listener)
        .withPropertyValues("effectively-once.retention=19d")
        .run(refused(problem, remedy));
  }

  @Test
  void anApplicationWithoutRecordsOrTheirRetentionIsToldWhatToSet() {
    runner().run(refused("have no store", "effectively-once.table"));
    runner().withBean(InMemoryStore.class).run(refused("effectively-once.retention"));
    runner()
        .withBean(InMemoryStore.class)
        .withPropertyValues("effectively-once.retention=1h")
        .run(refused("effectively-once.retention is PT1H"));
  }

  @Test
  void aListenerWithoutTheAnnotationMayAcknowledgeAsItLikes() {
    runner()
        .withBean(InMemoryStore.class)
        .withUserConfiguration(Orders.class, Plain.class)
        .withPropertyValues("effectively-once.retention=19d")
        .run(context -> assertThat(context).hasNotFailed());
  }

  private static ApplicationContextRunner runner() {
    return new ApplicationContextRunner()
        // One for all contexts: each would wait seconds for its own to end.
        .withBean(SqsAsyncClient.class, queues::client, bean -> bean.setDestroyMethodName(""))
        .withUserConfiguration(Application.class)
        .withPropertyValues(
            Map.of(
                    "spring.cloud.aws.endpoint", queues.endpoint().toString(),
                    "spring.cloud.aws.region.static", "eu-central-1",
                    "spring.cloud.aws.credentials.access-key", "none",
                    "spring.cloud.aws.credentials.secret-key", "none",
                    "spring.cloud.aws.sqs.listener.poll-timeout", "1s")
                .entrySet()
                .stream()
                .map(it -> it.getKey() + "=" + it.getValue())
                .toArray(String[]::new));
  }
}
