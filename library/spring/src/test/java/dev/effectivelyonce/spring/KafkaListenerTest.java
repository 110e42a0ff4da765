package dev.effectivelyonce.spring;

import static dev.effectivelyonce.spring.Soon.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.worker.LocalKafka;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.annotation.EnableKafka;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.config.ConcurrentKafkaListenerContainerFactory;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.DeadLetterPublishingRecoverer;
import org.springframework.kafka.support.converter.StringJacksonJsonMessageConverter;

/** A listener of Spring for Apache Kafka in an application, on a broker. */
@Tag("full")
class KafkaListenerTest extends ParcelsTest {

  @Configuration(proxyBeanMethods = false)
  @EnableKafka
  static class Application {
    @Bean
    Parcels.OfKafka parcels() {
      return new Parcels.OfKafka();
    }

    @Bean
    DeadLetters deadLetters() {
      return new DeadLetters(new LinkedBlockingQueue<>());
    }

    @Bean
    DefaultKafkaConsumerFactory<String, String> consumers() {
      return new DefaultKafkaConsumerFactory<>(
          Map.of(
              ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
              kafka.address(),
              ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
              "earliest",
              ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
              StringDeserializer.class,
              ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG,
              StringDeserializer.class));
    }

    @Bean
    ConcurrentKafkaListenerContainerFactory<String, String> kafkaListenerContainerFactory(
        ConsumerFactory<String, String> consumers) {
      ConcurrentKafkaListenerContainerFactory<String, String> factory =
          new ConcurrentKafkaListenerContainerFactory<>();
      factory.setConsumerFactory(consumers);
      factory.setRecordMessageConverter(new StringJacksonJsonMessageConverter());
      return factory;
    }

    @Bean
    KafkaTemplate<String, String> template() {
      return new KafkaTemplate<>(
          new DefaultKafkaProducerFactory<>(
              Map.of(
                  ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.address(),
                  ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, StringSerializer.class,
                  ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, StringSerializer.class)));
    }

    @Bean
    DeadLetterPublishingRecoverer parking(KafkaTemplate<String, String> template) {
      return new DeadLetterPublishingRecoverer(template);
    }
  }

  /** The texts of parked records. */
  record DeadLetters(BlockingQueue<String> texts) {
    @KafkaListener(topics = "parcels-dlt", groupId = "dead")
    void take(ConsumerRecord<String, String> letter) {
      texts.add(letter.value());
    }
  }

  private static LocalKafka kafka;

  KafkaListenerTest() {
    super(Application.class);
  }

  @BeforeAll
  static void startKafka() {
    kafka = new LocalKafka();
    kafka.createTopics(1, "parcels", "parcels-dlt");
  }

  @AfterAll
  static void endKafka() {
    kafka.close();
  }

  @Test
  void aRecordThatComesTwiceRunsOnceAndIsCommitted() {
    send("P-1");
    send("P-1");
    long last = send("P-2");

    await(() -> parcels.shipped.contains("P-2") && committed() == last + 1);

    assertThat(parcels.shipped).containsExactly("P-1", "P-2");
    assertThat(record("P-1").status()).isEqualTo(Status.COMPLETED);
  }

  @Test
  void aRecordThatIsToRunAgainKeepsThoseBehindItWaiting() {
    parcels.answers.put(
        "P-1",
        attempt ->
            attempt < 3
                ? HandlerResult.retryAfter(Duration.ofMillis(200), "busy")
                : HandlerResult.completed());
    send("P-1");
    send("P-2");

    await(() -> parcels.shipped.contains("P-2"));

    assertThat(parcels.shipped).containsExactly("P-1", "P-1", "P-1", "P-2");
  }

  @Test
  void aRecordWhoseMethodThrowsRunsAgain() {
    parcels.answers.put(
        "P-1",
        attempt -> {
          if (attempt == 1) {
            // Spring would park it at once.
            throw new ClassCastException("broken");
          }
          return HandlerResult.completed();
        });
    send("P-1");
    send("P-2");

    await(() -> parcels.shipped.contains("P-2"));

    assertThat(parcels.shipped).containsExactly("P-1", "P-1", "P-2");
  }

  @Test
  void aCopyOfARunningEventWaitsForItsEndAndIsNotParked() {
    claimElsewhere("P-1", Instant.now(), Duration.ofSeconds(2));
    send("P-1");
    send("P-2");

    await(() -> parcels.shipped.contains("P-2"));

    assertThat(parcels.shipped).containsExactly("P-1", "P-2");
    assertThat(record("P-1").attempt()).isEqualTo(2);
    assertThat(deadLetters()).isEmpty();
  }

  @Test
  void whatFailedForGoodAndWhatHasNoKeyIsParkedAndOthersGoOn() {
    parcels.answers.put("P-1", attempt -> HandlerResult.fail("closed"));
    send("P-1");
    sendText("{\"address\":\"A\"}");
    long last = send("P-2");

    await(() -> deadLetters().size() == 2 && committed() == last + 1);

    assertThat(parcels.shipped).containsExactly("P-1", "P-2");
    assertThat(deadLetters()).first().asString().contains("P-1");
    assertThat(record("P-1").status()).isEqualTo(Status.FAILED);
  }

  private BlockingQueue<String> deadLetters() {
    return application.getBean(DeadLetters.class).texts();
  }

  private long send(String parcelId) {
    return sendText("{\"parcelId\":\"%s\",\"address\":\"A\"}".formatted(parcelId));
  }

  private long sendText(String text) {
    return template().send("parcels", text).join().getRecordMetadata().offset();
  }

  @SuppressWarnings("unchecked")
  private KafkaTemplate<String, String> template() {
    return application.getBean(KafkaTemplate.class);
  }

  private static long committed() {
    try (Admin admin = kafka.admin()) {
      OffsetAndMetadata offset =
          admin
              .listConsumerGroupOffsets("shipping")
              .partitionsToOffsetAndMetadata()
              .toCompletionStage()
              .toCompletableFuture()
              .join()
              .get(new TopicPartition("parcels", 0));
      return offset == null ? 0 : offset.offset();
    }
  }
}
