package dev.effectivelyonce.local.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.effectivelyonce.local.LocalRunnerException;
import dev.effectivelyonce.local.demo.plan.PlannedMessage;
import dev.effectivelyonce.local.system.LocalSystem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringSerializer;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/** Sends to the topic of shipments, and reads what its stack has written. For one thread. */
final class ShipmentTopic implements AutoCloseable {
  /** The topic and, by its consumer's name, the group. */
  static final String NAME = "shipments";

  private final LocalSystem system;
  private final KafkaProducer<String, String> producer;

  /** The numbers of the records in the plan, by partition and offset. */
  private final Map<String, Integer> numbers = new HashMap<>();

  ShipmentTopic(LocalSystem system) {
    this.system = system;
    String servers = system.kafka().orElseThrow().bootstrapServers();
    this.producer =
        new KafkaProducer<>(
            Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, servers),
            new StringSerializer(),
            new StringSerializer());
  }

  /**
   * What was in the parking queue. A record that was parked twice counts once, by its id.
   *
   * @param numbers of the records in the plan
   * @param strangers the bodies of what is none of them
   */
  record Parked(Set<Integer> numbers, List<String> strangers) {}

  /**
   * Sends records one after the other, and remembers where each is.
   *
   * @throws LocalRunnerException if one is refused
   */
  void send(List<PlannedMessage> messages) throws InterruptedException {
    for (PlannedMessage message : messages) {
      try {
        RecordMetadata at = producer.send(record(message)).get();
        numbers.put(
            place(at.topic() + "-" + at.partition(), Long.toString(at.offset())), message.number());
      } catch (ExecutionException e) {
        throw new LocalRunnerException("Kafka took no record: " + e.getCause(), e);
      }
    }
  }

  @SuppressWarnings("NullAway") // Kafka's own types say nothing of null, which is a tombstone.
  private static ProducerRecord<String, String> record(PlannedMessage message) {
    String value = message.body().isEmpty() ? null : message.body();
    ProducerRecord<String, String> record =
        new ProducerRecord<>(NAME, message.group().orElseThrow(), value);
    message.simulate().ifPresent(fault -> record.headers().add("simulate", fault.getBytes(UTF_8)));
    return record;
  }

  private static String place(String partition, String offset) {
    return partition + "@" + offset;
  }

  /** Returns the list of each order. */
  Map<String, List<String>> parcels() {
    return Row.all(system, "Parcels").stream()
        .filter(row -> row.values().containsKey("orderId"))
        .collect(
            Collectors.toUnmodifiableMap(
                row -> row.text("orderId"), row -> row.texts("shipments")));
  }

  /** Returns each row and each record whole. */
  Set<Row> rows() {
    return Stream.of("Parcels", "Idempotency")
        .flatMap(table -> Row.all(system, table).stream())
        .collect(Collectors.toSet());
  }

  /** Empties the parking queue. */
  Parked drain() {
    Parked parked = new Parked(new HashSet<>(), new ArrayList<>());
    for (Message message : Queues.drain(system.sqs(), system.output("ShipmentsParkingQueueUrl"))) {
      String place = place(attribute(message, "partition"), attribute(message, "position"));
      Optional.ofNullable(numbers.get(place))
          .ifPresentOrElse(parked.numbers()::add, () -> parked.strangers().add(message.body()));
    }
    return parked;
  }

  private static String attribute(Message message, String name) {
    return Optional.ofNullable(message.messageAttributes().get(name))
        .map(MessageAttributeValue::stringValue)
        .orElse("");
  }

  @Override
  public void close() {
    producer.close();
  }
}
