package dev.effectivelyonce.spring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.once.EffectivelyOnce;
import dev.effectivelyonce.core.once.OnceRequest;
import dev.effectivelyonce.core.once.TryAgainException;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.testkit.FaultyStore;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.ManualClock;
import dev.effectivelyonce.testkit.ManualTimers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.amqp.ImmediateRequeueAmqpException;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageProperties;
import org.springframework.amqp.rabbit.annotation.EnableRabbit;
import org.springframework.amqp.rabbit.config.SimpleRabbitListenerContainerFactory;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.listener.AbstractMessageListenerContainer;
import org.springframework.amqp.rabbit.listener.ConditionalRejectingErrorHandler;
import org.springframework.amqp.rabbit.listener.RabbitListenerEndpointRegistry;
import org.springframework.amqp.rabbit.listener.api.ChannelAwareMessageListener;
import org.springframework.amqp.rabbit.listener.support.ContainerUtils;
import org.springframework.amqp.support.AmqpHeaders;
import org.springframework.amqp.support.converter.JacksonJsonMessageConverter;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.messaging.support.GenericMessage;

/** A listener of Spring AMQP in an application, called as its container does it. */
@ExtendWith(OutputCaptureExtension.class)
class RabbitListenerTest extends ParcelsTest {
  private static final Log LOG = LogFactory.getLog(RabbitListenerTest.class);

  /** What a container does with a message. */
  private enum Answer {
    ACKNOWLEDGED,
    PUT_BACK,
    DEAD_LETTER
  }

  /** The time of an application, and its pauses. */
  record Time(ManualClock clock, List<Duration> pauses, AtomicInteger attempts) {}

  @Configuration(proxyBeanMethods = false)
  @EnableRabbit
  static class Application {
    @Bean
    Parcels.OfRabbit parcels() {
      return new Parcels.OfRabbit();
    }

    @Bean
    Time time() {
      return new Time(new ManualClock(), new ArrayList<>(), new AtomicInteger());
    }

    @Bean
    Platform platform(Time time) {
      return new Platform(
          time.clock(),
          () -> new AttemptId("a-" + time.attempts().incrementAndGet()),
          () -> 0L,
          time.pauses()::add,
          new ManualTimers(time.clock()));
    }

    @Bean
    SimpleRabbitListenerContainerFactory rabbitListenerContainerFactory() {
      SimpleRabbitListenerContainerFactory factory = new SimpleRabbitListenerContainerFactory();
      factory.setConnectionFactory(new CachingConnectionFactory("127.0.0.1", 1));
      factory.setAutoStartup(false);
      factory.setDefaultRequeueRejected(false);
      factory.setMessageConverter(new JacksonJsonMessageConverter());
      return factory;
    }
  }

  private Time time;

  RabbitListenerTest() {
    super(Application.class);
  }

  @BeforeEach
  void findTime() {
    time = application.getBean(Time.class);
  }

  @Test
  void aMessageThatComesTwiceRunsOnceAndEachOutcomeIsLoggedOnce(CapturedOutput log) {
    assertThat(delivered("P-1")).isEqualTo(Answer.ACKNOWLEDGED);
    assertThat(delivered("P-1")).isEqualTo(Answer.ACKNOWLEDGED);

    assertThat(parcels.shipped).containsExactly("P-1");
    assertThat(time.pauses()).isEmpty();
    assertThat(log).containsOnlyOnce("EXECUTED").containsOnlyOnce("DUPLICATE");
  }

  @Test
  void aMessageThatMayRunAgainIsPutBackAfterAPause() {
    parcels.answers.put("P-1", attempt -> HandlerResult.retryAfter(Duration.ofSeconds(7), "busy"));

    assertThat(delivered("P-1")).isEqualTo(Answer.PUT_BACK);
    assertThat(time.pauses()).containsExactly(Duration.ofSeconds(7));

    parcels.answers.clear();
    assertThat(delivered("P-1")).isEqualTo(Answer.ACKNOWLEDGED);
    assertThat(parcels.shipped).containsExactly("P-1", "P-1");
  }

  @Test
  void anOutageOfTheStoreDoesNotUseUpTheDeliveriesOfAQueue() {
    Platform platform = application.getBean(Platform.class);
    FaultyStore away = new FaultyStore(new InMemoryStore());
    away.goDown();
    EffectivelyOnce once =
        EffectivelyOnce.of("shipping")
            .store(away)
            .retention(Duration.ofDays(19))
            .onAbandonedClaim(AbandonedClaimPolicy.RERUN)
            .platform(platform)
            .build();
    OnceRequest request = OnceRequest.within(Duration.ofMinutes(1));
    TryAgainException why =
        catchThrowableOfType(
            TryAgainException.class,
            () ->
                once.runOrThrow(
                    BusinessKey.of("P-1"),
                    request,
                    Object.class,
                    attempt -> HandlerResult.completed()));
    time.pauses().clear();

    for (long delivered = 0; delivered < 20; delivered++) {
      assertThat(
              new RabbitBroker(platform)
                  .again(
                      new GenericMessage<>("P-1", Map.of(AmqpHeaders.RETRY_COUNT, delivered)), why))
          .isInstanceOf(ImmediateRequeueAmqpException.class);
    }

    assertThat(time.pauses().stream().reduce(Duration.ZERO, Duration::plus))
        .isGreaterThan(Duration.ofMinutes(10));
  }

  @Test
  void pausesGrowAndEndAtAMinute() {
    parcels.answers.put(
        "P-1",
        attempt -> {
          throw new IllegalStateException("broken");
        });
    for (int i = 0; i < 9; i++) {
      assertThat(delivered("P-1")).isEqualTo(Answer.PUT_BACK);
    }

    assertThat(time.pauses()).isSorted().last().isEqualTo(Duration.ofMinutes(1));
    assertThat(time.pauses()).first().isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void aCopyOfARunningEventIsPutBackWhenItsLeaseHasEnded() {
    claimElsewhere("P-1", time.clock().instant(), Duration.ofSeconds(20));

    assertThat(delivered("P-1")).isEqualTo(Answer.PUT_BACK);

    assertThat(time.pauses()).containsExactly(Duration.ofSeconds(20));
    assertThat(parcels.shipped).isEmpty();
  }

  @Test
  void whatFailedForGoodAndWhatHasNoKeyIsADeadLetter() {
    parcels.answers.put("P-1", attempt -> HandlerResult.fail("closed"));

    assertThat(delivered("P-1")).isEqualTo(Answer.DEAD_LETTER);
    assertThat(delivered("P-1")).isEqualTo(Answer.DEAD_LETTER);
    assertThat(answer("{\"address\":\"A\"}")).isEqualTo(Answer.DEAD_LETTER);
    assertThat(answer("no JSON")).isEqualTo(Answer.DEAD_LETTER);

    assertThat(parcels.shipped).containsExactly("P-1");
    assertThat(record("P-1").status()).isEqualTo(Status.FAILED);
  }

  private Answer delivered(String parcelId) {
    return answer("{\"parcelId\":\"%s\",\"address\":\"A\"}".formatted(parcelId));
  }

  /** As a container reads what its listener throws. */
  @SuppressWarnings("removal") // 4.1 has both in another package, too. 4.0 has them in this alone.
  private Answer answer(String body) {
    AbstractMessageListenerContainer container =
        (AbstractMessageListenerContainer)
            Objects.requireNonNull(
                application
                    .getBean(RabbitListenerEndpointRegistry.class)
                    .getListenerContainer("shipping"));
    ChannelAwareMessageListener listener =
        (ChannelAwareMessageListener) Objects.requireNonNull(container.getMessageListener());
    MessageProperties properties = new MessageProperties();
    properties.setContentType("application/json");
    Throwable thrown =
        catchThrowable(
            () -> listener.onMessage(new Message(body.getBytes(UTF_8), properties), null));
    if (thrown == null) {
      return Answer.ACKNOWLEDGED;
    }
    Throwable handled =
        catchThrowable(() -> new ConditionalRejectingErrorHandler().handleError(thrown));
    return ContainerUtils.shouldRequeue(false, handled == null ? thrown : handled, LOG)
        ? Answer.PUT_BACK
        : Answer.DEAD_LETTER;
  }
}
