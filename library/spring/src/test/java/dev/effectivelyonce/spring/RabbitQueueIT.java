package dev.effectivelyonce.spring;

import static dev.effectivelyonce.spring.Soon.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.worker.LocalRabbit;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.core.MessageBuilder;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.core.QueueBuilder;
import org.springframework.amqp.core.QueueInformation;
import org.springframework.amqp.rabbit.annotation.EnableRabbit;
import org.springframework.amqp.rabbit.config.SimpleRabbitListenerContainerFactory;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitAdmin;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.amqp.support.converter.JacksonJsonMessageConverter;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A listener of Spring AMQP in an application, on a quorum queue with dead letters. */
class RabbitQueueIT extends ParcelsTest {
  private static final String DEAD = "parcels.dead";

  @Configuration(proxyBeanMethods = false)
  @EnableRabbit
  static class Application {
    @Bean
    Parcels.OfRabbit parcels() {
      return new Parcels.OfRabbit();
    }

    @Bean
    CachingConnectionFactory connections() {
      return new CachingConnectionFactory(rabbit.host(), rabbit.port());
    }

    @Bean
    RabbitAdmin admin(ConnectionFactory connections) {
      return new RabbitAdmin(connections);
    }

    @Bean
    Queue queue() {
      return QueueBuilder.durable("parcels")
          .quorum()
          .deliveryLimit(2)
          .deadLetterExchange("")
          .deadLetterRoutingKey(DEAD)
          .build();
    }

    @Bean
    Queue dead() {
      return QueueBuilder.durable(DEAD).build();
    }

    @Bean
    SimpleRabbitListenerContainerFactory rabbitListenerContainerFactory(
        ConnectionFactory connections) {
      SimpleRabbitListenerContainerFactory factory = new SimpleRabbitListenerContainerFactory();
      factory.setConnectionFactory(connections);
      factory.setMessageConverter(new JacksonJsonMessageConverter());
      return factory;
    }
  }

  private static LocalRabbit rabbit;

  @BeforeAll
  static void startRabbit() {
    rabbit = new LocalRabbit();
  }

  @AfterAll
  static void endRabbit() {
    rabbit.close();
  }

  RabbitQueueIT() {
    super(Application.class);
  }

  @BeforeEach
  void purge() {
    application.getBean(RabbitAdmin.class).purgeQueue(DEAD);
  }

  @Test
  void aMessageThatComesTwiceRunsOnceAndBothAreAcknowledged() {
    send("P-1");
    send("P-1");
    send("P-2");

    await(() -> parcels.shipped.contains("P-2") && messages("parcels") == 0);

    assertThat(parcels.shipped).containsExactly("P-1", "P-2");
    assertThat(messages(DEAD)).isZero();
  }

  @Test
  void aMessageThatMayRunAgainComesBackAndIsNotLost() {
    parcels.answers.put(
        "P-1",
        attempt ->
            attempt < 3
                ? HandlerResult.retryAfter(Duration.ofMillis(200), "busy")
                : HandlerResult.completed());
    send("P-1");

    await(() -> parcels.shipped.size() == 3 && messages("parcels") == 0);

    assertThat(messages(DEAD)).isZero();
  }

  @Test
  void aMessageThatNeverSucceedsIsADeadLetterAtItsDeliveryLimit() {
    parcels.answers.put("P-1", attempt -> HandlerResult.retryAfter(Duration.ofMillis(50), "busy"));
    send("P-1");

    await(() -> messages(DEAD) == 1);

    assertThat(parcels.shipped).containsExactly("P-1", "P-1", "P-1");
  }

  @Test
  void aCopyOfARunningEventWaitsForItsEnd() {
    claimElsewhere("P-1", Instant.now(), Duration.ofSeconds(2));
    send("P-1");

    await(() -> parcels.shipped.contains("P-1") && messages("parcels") == 0);

    assertThat(record("P-1").attempt()).isEqualTo(2);
    assertThat(messages(DEAD)).isZero();
  }

  @Test
  void whatFailedForGoodAndWhatCanNotBeReadAreDeadLetters() {
    parcels.answers.put("P-1", attempt -> HandlerResult.fail("closed"));
    send("P-1");
    sendText("no JSON");
    send("P-2");

    await(() -> messages(DEAD) == 2 && parcels.shipped.contains("P-2"));

    assertThat(parcels.shipped).containsExactly("P-1", "P-2");
    assertThat(record("P-1").status()).isEqualTo(Status.FAILED);
  }

  private void send(String parcelId) {
    sendText("{\"parcelId\":\"%s\",\"address\":\"A\"}".formatted(parcelId));
  }

  private void sendText(String body) {
    new RabbitTemplate(application.getBean(ConnectionFactory.class))
        .send(
            "parcels",
            MessageBuilder.withBody(body.getBytes(UTF_8))
                .setContentType("application/json")
                .build());
  }

  /** Returns how many messages are ready in a queue. */
  private int messages(String queue) {
    QueueInformation information = application.getBean(RabbitAdmin.class).getQueueInfo(queue);
    return information == null ? -1 : (int) information.getMessageCount();
  }
}
