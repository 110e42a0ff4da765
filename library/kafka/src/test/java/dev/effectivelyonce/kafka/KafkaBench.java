package dev.effectivelyonce.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.effectivelyonce.batch.PartitionLanes;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.streams.ParkingConsumerBuilder;
import dev.effectivelyonce.streams.SourceBench;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** A consumer of shipments in a topic. */
final class KafkaBench extends SourceBench {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  PartitionLanes lanes;

  KafkaBench(PartitionLanes lanes) {
    super("shipments");
    this.lanes = lanes;
  }

  static KafkaIdentity<Event> shipments() {
    return shipments(KafkaKey.of("id", Event::id));
  }

  static KafkaIdentity<Event> shipments(KafkaKey<Event> key) {
    return KafkaIdentity.of("shipments", Event.class, key);
  }

  KafkaConsumerBuilder<Event> consumer() {
    return consumer(shipments());
  }

  KafkaConsumerBuilder<Event> consumer(KafkaIdentity<Event> identity) {
    return with(KafkaConsumer.of(identity))
        .handler(
            (shipment, delivery) ->
                handle(shipment, delivery.attempt(), delivery.steps(), delivery.claim()));
  }

  @Override
  protected RequestStreamHandler consumer(Consumer<ParkingConsumerBuilder<?, ?>> change) {
    KafkaConsumerBuilder<Event> builder = consumer();
    change.accept(builder);
    return builder.build();
  }

  /** Returns a consumer that completes whatever it has seen. */
  <M> KafkaConsumer<M> seeing(KafkaIdentity<M> identity, BiConsumer<M, KafkaDelivery> seen) {
    return with(KafkaConsumer.of(identity))
        .handler(
            (payload, delivery) -> {
              seen.accept(payload, delivery);
              return HandlerResult.completed();
            })
        .build();
  }

  /** Everything but the handler. */
  <M> KafkaConsumerBuilder<M> with(KafkaConsumerBuilder<M> builder) {
    return around(builder).lanes(lanes);
  }

  /** The offset that is reported of each partition, by the default consumer. */
  Map<String, Long> reported(TopicRecord... records) {
    return reported(consumer().build(), records);
  }

  Map<String, Long> reported(RequestStreamHandler consumer, TopicRecord... records) {
    try {
      Map<String, Long> offsets = new TreeMap<>();
      String event = TopicRecord.event(List.of(records));
      for (JsonNode failure : JSON.readTree(answer(consumer, event)).get("batchItemFailures")) {
        JsonNode identifier = failure.get("itemIdentifier");
        offsets.put(identifier.get("partition").asText(), identifier.get("offset").asLong());
      }
      return offsets;
    } catch (IOException e) {
      throw new IllegalStateException("The event is JSON", e);
    }
  }

  /** Asserts that nothing of a batch comes back. */
  void assertDone(TopicRecord... records) {
    assertDone(consumer().build(), records);
  }

  void assertDone(RequestStreamHandler consumer, TopicRecord... records) {
    assertThat(reported(consumer, records)).isEmpty();
  }

  /** Places are offsets of two partitions, each of which comes back from its own. */
  @Override
  protected List<Placed> left(RequestStreamHandler consumer, List<Placed> events) {
    TopicRecord[] records =
        events.stream()
            .map(it -> TopicRecord.shipment(it.place(), "order of " + it.id(), it.id()))
            .map(it -> it.inPartition(partition(Integer.parseInt(it.offset()))))
            .toArray(TopicRecord[]::new);
    Map<String, Long> first = reported(consumer, records);
    return events.stream()
        .filter(
            it ->
                it.place()
                    >= first.getOrDefault("shipments-" + partition(it.place()), Long.MAX_VALUE))
        .toList();
  }

  private static int partition(int place) {
    return place % 2;
  }
}
