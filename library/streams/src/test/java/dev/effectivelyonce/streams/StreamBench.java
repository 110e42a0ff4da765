package dev.effectivelyonce.streams;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.batch.PartitionLanes;
import dev.effectivelyonce.core.handler.HandlerResult;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** A consumer of clicks in a stream of Kinesis. */
final class StreamBench extends SourceBench {
  PartitionLanes lanes;

  StreamBench(PartitionLanes lanes) {
    super("clicks");
    this.lanes = lanes;
  }

  static StreamIdentity<Event> clicks() {
    return StreamIdentity.ofKinesis("clicks", Event.class, StreamKey.of("id", Event::id));
  }

  StreamConsumerBuilder<Event> consumer() {
    return consumer(clicks());
  }

  StreamConsumerBuilder<Event> consumer(StreamIdentity<Event> identity) {
    return with(StreamConsumer.of(identity))
        .handler(
            (click, delivery) ->
                handle(click, delivery.attempt(), delivery.steps(), delivery.claim()));
  }

  @Override
  protected RequestStreamHandler consumer(Consumer<ParkingConsumerBuilder<?, ?>> change) {
    StreamConsumerBuilder<Event> builder = consumer();
    change.accept(builder);
    return builder.build();
  }

  /** Returns a consumer that completes whatever it has seen. */
  <M> StreamConsumer<M> seeing(StreamIdentity<M> identity, BiConsumer<M, StreamDelivery> seen) {
    return with(StreamConsumer.of(identity))
        .handler(
            (payload, delivery) -> {
              seen.accept(payload, delivery);
              return HandlerResult.completed();
            })
        .build();
  }

  /** Everything but the handler. */
  <M> StreamConsumerBuilder<M> with(StreamConsumerBuilder<M> builder) {
    return around(builder).lanes(lanes);
  }

  /** What is reported when the default consumer handles the records in one more invocation. */
  Optional<String> reported(String... records) {
    return reported(consumer().build(), records);
  }

  Optional<String> reported(RequestStreamHandler consumer, String... records) {
    try {
      return reportedOf(consumer, Records.event(List.of(records)));
    } catch (IOException e) {
      throw new IllegalStateException("The event is JSON", e);
    }
  }

  Optional<String> reportedOf(RequestStreamHandler consumer, String event) throws IOException {
    String answer = answer(consumer, event);
    return answer.equals(nothing())
        ? Optional.empty()
        : Optional.of(
            answer
                .replace("{\"batchItemFailures\":[{\"itemIdentifier\":\"", "")
                .replace("\"}]}", ""));
  }

  /** Asserts that nothing of a batch comes back. */
  void assertDone(String... records) {
    assertDone(consumer().build(), records);
  }

  void assertDone(RequestStreamHandler consumer, String... records) {
    assertThat(reported(consumer, records)).isEmpty();
  }

  @Override
  protected List<Placed> left(RequestStreamHandler consumer, List<Placed> events) {
    String[] records =
        events.stream()
            .map(it -> Records.click(it.place(), "customer " + it.place() % 3, it.id()))
            .toArray(String[]::new);
    int first = reported(consumer, records).map(Integer::valueOf).orElse(Integer.MAX_VALUE);
    return events.stream().filter(it -> it.place() >= first).toList();
  }
}
