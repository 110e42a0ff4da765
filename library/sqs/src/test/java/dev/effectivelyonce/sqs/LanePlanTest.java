package dev.effectivelyonce.sqs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.key.BusinessKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class LanePlanTest {
  @Test
  void aStandardQueueHasALaneForEachKey() {
    assertThat(lanes(usable("1", "a"), usable("2", "b"), usable("3", "a")))
        .containsExactly(List.of("1", "3"), List.of("2"));
  }

  @Test
  void messagesWithoutAKeyShareNoLaneOnAStandardQueue() {
    assertThat(lanes(unusable("1"), unusable("2"))).hasSize(2);
  }

  @Test
  void aFifoQueueHasALaneForEachGroupInItsOrder() {
    assertThat(
            lanes(
                fifo("1", "A", "x"), fifo("2", "B", "x"), fifo("3", "A", "y"), fifo("4", "B", "z")))
        .containsExactly(List.of("1", "3"), List.of("2", "4"));
  }

  @Test
  void whatCantBeReadKeepsItsPlaceInItsGroup() {
    SqsMessage second = fifo("2", "A", "x").message();
    SqsMessage fourth = fifo("4", "A", "x").message();
    ReadMessage<String> unusable = new ReadMessage.Unusable<>(second, "no key");
    ReadMessage<String> deferred =
        new ReadMessage.Deferred<>(
            fourth, "for now", new IllegalStateException("for now"), Optional.empty());

    assertThat(lanes(fifo("1", "A", "x"), unusable, fifo("3", "A", "y"), deferred))
        .containsExactly(List.of("1", "2", "3", "4"));
  }

  @Test
  void twoQueuesShareNoLane() {
    ReadMessage<String> other =
        received("2", TestMessages.FIFO_ARN.replace("orders", "x"), "A", "k");

    assertThat(lanes(fifo("1", "A", "k"), other)).hasSize(2);
  }

  @Test
  void anEmptyBatchHasNone() {
    assertThat(LanePlan.of(List.<ReadMessage<String>>of(), Function.identity())).isEmpty();
  }

  @SafeVarargs
  @SuppressWarnings("varargs")
  private static List<List<String>> lanes(ReadMessage<String>... batch) {
    return LanePlan.of(List.of(batch), Function.identity()).stream()
        .map(lane -> lane.stream().map(one -> one.message().messageId().orElseThrow()).toList())
        .toList();
  }

  private static ReadMessage<String> usable(String id, String key) {
    return received(id, TestMessages.STANDARD_ARN, "a group", key);
  }

  private static ReadMessage<String> fifo(String id, String group, String key) {
    return received(id, TestMessages.FIFO_ARN, group, key);
  }

  private static ReadMessage<String> unusable(String id) {
    return new ReadMessage.Unusable<>(TestMessages.message(r -> r.setMessageId(id)), "no key");
  }

  private static ReadMessage<String> received(String id, String arn, String group, String key) {
    SqsMessage message =
        TestMessages.message(
            record -> {
              record.setMessageId(id);
              record.setEventSourceArn(arn);
              record.setAttributes(Map.of("MessageGroupId", group));
            });
    return new ReadMessage.Usable<>(message, "payload", BusinessKey.of(key), Optional.empty());
  }
}
