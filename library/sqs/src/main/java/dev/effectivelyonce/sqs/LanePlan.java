package dev.effectivelyonce.sqs;

import dev.effectivelyonce.core.key.BusinessKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Splits a batch into lanes, whose messages run in order; the lanes run side by side. */
final class LanePlan {
  /** The common property of messages that must not run side by side. */
  private sealed interface Lane {
    record Group(String arn, String messageGroup) implements Lane {}

    record Key(BusinessKey key) implements Lane {}

    record Alone(int index) implements Lane {}
  }

  private LanePlan() {}

  /**
   * Returns the lanes of a batch, each in the batch's order. FIFO: one for each message group;
   * messages without a group share one. Standard: one for each business key, so that copies of an
   * event follow the first.
   *
   * @param event what stands in the lanes for a message
   */
  static <M, E> List<List<E>> of(List<ReadMessage<M>> batch, Function<ReadMessage<M>, E> event) {
    Map<Lane, List<E>> lanes = new LinkedHashMap<>();
    for (int index = 0; index < batch.size(); index++) {
      ReadMessage<M> received = batch.get(index);
      lanes
          .computeIfAbsent(lane(received, index), ignored -> new ArrayList<>())
          .add(event.apply(received));
    }
    return List.copyOf(lanes.values());
  }

  private static <M> Lane lane(ReadMessage<M> received, int index) {
    SqsMessage message = received.message();
    if (message.isFifo()) {
      String arn = message.source().map(SourceQueue::arn).orElse("");
      return new Lane.Group(arn, message.messageGroup().orElse(""));
    }
    return switch (received) {
      case ReadMessage.Usable<M> usable -> new Lane.Key(usable.key());
      case ReadMessage.Unusable<M> ignored -> new Lane.Alone(index);
      case ReadMessage.Deferred<M> ignored -> new Lane.Alone(index);
    };
  }
}
