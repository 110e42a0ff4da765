package dev.effectivelyonce.rabbitmq;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.streams.RecordReader;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the business key of a message. It must stay the same when the event is published again.
 * Delivery tags and places in a queue do not, and Lambda hands over neither. A message without its
 * key is parked with the reason.
 *
 * @param <M> the type of the payload
 */
public final class RabbitMqKey<M> {
  private final BiFunction<M, RabbitMqMessage, Stream<String>> parts;

  private RabbitMqKey(BiFunction<M, RabbitMqMessage, Stream<String>> parts) {
    this.parts = parts;
  }

  /**
   * Uses the text that a function of the payload returns.
   *
   * @param name what the function returns
   */
  public static <M> RabbitMqKey<M> of(String name, Function<M, @Nullable String> id) {
    return new RabbitMqKey<>((payload, message) -> part(name, id.apply(payload)));
  }

  /**
   * Uses the property {@code message_id}. RabbitMQ makes none: it is an identity where the producer
   * sets it, one for each event, and the same when it publishes the event again.
   */
  public static <M> RabbitMqKey<M> ofMessageId() {
    return new RabbitMqKey<>(
        (payload, message) -> part("message_id", message.messageId().orElse(null)));
  }

  /** Uses the value of a header, which must be text or a whole number. */
  public static <M> RabbitMqKey<M> ofHeader(String name) {
    return new RabbitMqKey<>(
        (payload, message) -> part("header " + name, message.keyHeader(name).orElse(null)));
  }

  /** Returns this key with the parts of a further one. The parts keep their borders. */
  public RabbitMqKey<M> and(RabbitMqKey<M> further) {
    return new RabbitMqKey<>(
        (payload, message) ->
            Stream.concat(parts.apply(payload, message), further.parts.apply(payload, message)));
  }

  BusinessKey of(M payload, RabbitMqMessage message) {
    List<String> all = parts.apply(payload, message).toList();
    return all.stream()
        .skip(1)
        .reduce(BusinessKey.of(all.getFirst()), BusinessKey::and, (one, other) -> other);
  }

  private static Stream<String> part(String name, @Nullable String value) {
    return Stream.of(RecordReader.keyPart(name, value));
  }
}
