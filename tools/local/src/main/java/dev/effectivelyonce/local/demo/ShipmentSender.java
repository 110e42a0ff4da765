package dev.effectivelyonce.local.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.effectivelyonce.local.LocalRunnerException;
import dev.effectivelyonce.local.demo.plan.PlannedShipment;
import dev.effectivelyonce.local.demo.plan.ShipmentPlan;
import dev.effectivelyonce.local.engines.KafkaEngine;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringSerializer;

/** Sends the records of a plan, one after the other, and remembers where each is. */
final class ShipmentSender implements AutoCloseable {
  private final KafkaProducer<String, String> producer;
  private final ShipmentPlan plan;
  private final Map<Place, Integer> numbers = new ConcurrentHashMap<>();

  /**
   * The place of a record.
   *
   * @param partition with the topic before it, as in events
   */
  private record Place(String partition, String offset) {}

  ShipmentSender(KafkaEngine kafka, ShipmentPlan plan) {
    this.plan = plan;
    this.producer =
        new KafkaProducer<>(
            Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers()),
            new StringSerializer(),
            new StringSerializer());
  }

  /**
   * Sends the records from one number up to another one.
   *
   * @throws LocalRunnerException if one is refused
   */
  void send(int from, int to) throws InterruptedException {
    for (int number = from; number < to; number++) {
      RecordMetadata at = sent(record(plan.records().get(number)));
      String partition = at.topic() + "-" + at.partition();
      numbers.put(new Place(partition, Long.toString(at.offset())), number);
    }
  }

  /** Returns the number of the record that is there; empty if none was sent there. */
  Optional<Integer> number(String partition, String offset) {
    return Optional.ofNullable(numbers.get(new Place(partition, offset)));
  }

  private RecordMetadata sent(ProducerRecord<String, String> record) throws InterruptedException {
    try {
      return producer.send(record).get();
    } catch (ExecutionException e) {
      throw new LocalRunnerException("Kafka took no record: " + e.getCause(), e);
    }
  }

  @SuppressWarnings("NullAway") // Kafka's own types say nothing of null, which is a tombstone.
  private static ProducerRecord<String, String> record(PlannedShipment planned) {
    ProducerRecord<String, String> record =
        new ProducerRecord<>(ShipmentsRun.TOPIC, planned.orderId(), planned.value().orElse(null));
    planned
        .kind()
        .simulate()
        .ifPresent(fault -> record.headers().add("simulate", fault.getBytes(UTF_8)));
    return record;
  }

  @Override
  public void close() {
    producer.close();
  }
}
