package dev.effectivelyonce.rabbitmq;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.streams.RecordReader;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the business key of a message. The key must stay the same when the event is published
 * again. Delivery tags and positions in a queue do not stay the same, and Lambda passes on neither
 * of them. A message without a business key is parked with the reason.
 *
 * @param <M> the type of the payload
 */
public final class RabbitMqKey<M> {
  private final BiFunction<M, RabbitMqMessage, Stream<String>> parts;

  private RabbitMqKey(BiFunction<M, RabbitMqMessage, Stream<String>> parts) {
    this.parts = parts;
  }

  /**
   * Returns a key from a function of the payload.
   *
   * @param name the name of the value that the function returns
   */
  public static <M> RabbitMqKey<M> of(String name, Function<M, @Nullable String> id) {
    return new RabbitMqKey<>((payload, message) -> part(name, id.apply(payload)));
  }

  /**
   * Returns a key from the property {@code message_id}. RabbitMQ does not set it. Use it only if
   * the producer sets a unique id for each event, and the same id when it publishes the event
   * again.
   */
  public static <M> RabbitMqKey<M> ofMessageId() {
    return new RabbitMqKey<>(
        (payload, message) -> part("message_id", message.messageId().orElse(null)));
  }

  /** Returns a key from the value of a header, which must be text or a whole number. */
  public static <M> RabbitMqKey<M> ofHeader(String name) {
    return new RabbitMqKey<>(
        (payload, message) -> part("header " + name, message.keyHeader(name).orElse(null)));
  }

  /** Returns this key with the parts of a further key. The parts stay separate. */
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
