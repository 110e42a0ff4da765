package dev.effectivelyonce.sqs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.key.BusinessKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LanesTest {
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
    Message second = fifo("2", "A", "x").message();
    Message fourth = fifo("4", "A", "x").message();
    Received<String> unusable = new Received.Unusable<>(second, "no key");
    Received<String> deferred =
        new Received.Deferred<>(
            fourth, "for now", new IllegalStateException("for now"), Optional.empty());

    assertThat(lanes(fifo("1", "A", "x"), unusable, fifo("3", "A", "y"), deferred))
        .containsExactly(List.of("1", "2", "3", "4"));
  }

  @Test
  void twoQueuesShareNoLane() {
    Received<String> other = received("2", TestMessages.FIFO_ARN.replace("orders", "x"), "A", "k");

    assertThat(lanes(fifo("1", "A", "k"), other)).hasSize(2);
  }

  @Test
  void anEmptyBatchHasNone() {
    assertThat(Lanes.of(List.<Received<String>>of())).isEmpty();
  }

  @SafeVarargs
  @SuppressWarnings("varargs")
  private static List<List<String>> lanes(Received<String>... batch) {
    return Lanes.of(List.of(batch)).stream()
        .map(lane -> lane.stream().map(one -> one.message().messageId().orElseThrow()).toList())
        .toList();
  }

  private static Received<String> usable(String id, String key) {
    return received(id, TestMessages.STANDARD_ARN, "a group", key);
  }

  private static Received<String> fifo(String id, String group, String key) {
    return received(id, TestMessages.FIFO_ARN, group, key);
  }

  private static Received<String> unusable(String id) {
    return new Received.Unusable<>(TestMessages.message(r -> r.setMessageId(id)), "no key");
  }

  private static Received<String> received(String id, String arn, String group, String key) {
    Message message =
        TestMessages.message(
            record -> {
              record.setMessageId(id);
              record.setEventSourceArn(arn);
              record.setAttributes(Map.of("MessageGroupId", group));
            });
    return new Received.Usable<>(message, "payload", BusinessKey.of(key), Optional.empty());
  }
}
