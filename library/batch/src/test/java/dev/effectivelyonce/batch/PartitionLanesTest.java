package dev.effectivelyonce.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.batch.BatchMessage.Keyed;
import dev.effectivelyonce.batch.BatchMessage.Unusable;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.BusinessKey;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PartitionLanesTest {
  @Test
  void aPartitionIsOneLane() {
    assertThat(lanes(PartitionLanes.PARTITION, List.of(keyed(1, "a", "e1"), keyed(2, "b", "e2"))))
        .containsExactly(List.of(1, 2));
  }

  @Test
  void thePartitionKeysOfAPartitionAreALaneEachInTheirOrder() {
    assertThat(
            lanes(
                PartitionLanes.PARTITION_KEY,
                List.of(keyed(1, "a", "e1"), keyed(2, "b", "e2"), keyed(3, "a", "e3"))))
        .containsExactly(List.of(1, 3), List.of(2));
  }

  @Test
  void lanesThatShareABusinessKeyAreOne() {
    assertThat(
            lanes(
                PartitionLanes.PARTITION_KEY,
                List.of(
                    keyed(1, "a", "e1"),
                    keyed(2, "b", "e2"),
                    keyed(3, "c", "e3"),
                    keyed(4, "b", "e1"),
                    keyed(5, "d", "e2"))))
        .containsExactly(List.of(1, 2, 4, 5), List.of(3));
  }

  @Test
  void partitionsThatShareABusinessKeyAreOneLane() {
    assertThat(
            lanes(
                PartitionLanes.PARTITION,
                List.of(
                    keyed(1, "a", "e1"),
                    keyed(new TestRecord("q", Optional.of(2), Optional.empty()), "e1"),
                    keyed(new TestRecord("r", Optional.of(3), Optional.empty()), "e3"))))
        .containsExactly(List.of(1, 2), List.of(3));
  }

  @Test
  void whatCantBeReadKeepsItsPlaceInTheLaneOfItsPartitionKey() {
    assertThat(
            lanes(
                PartitionLanes.PARTITION_KEY,
                List.of(
                    keyed(1, "a", "e1"),
                    new Unusable<>(TestRecord.at(2, "a"), "no JSON", Optional.empty()),
                    new Unusable<>(TestRecord.at(3), "no JSON", Optional.empty()))))
        .containsExactly(List.of(1, 2), List.of(3));
  }

  private static List<List<Integer>> lanes(
      PartitionLanes lanes, List<BatchMessage<TestRecord>> batch) {
    return lanes.of(batch).stream()
        .map(lane -> lane.stream().map(it -> it.source().number().orElseThrow()).toList())
        .toList();
  }

  private static BatchMessage<TestRecord> keyed(int number, String partitionKey, String event) {
    return keyed(TestRecord.at(number, partitionKey), event);
  }

  private static BatchMessage<TestRecord> keyed(TestRecord record, String event) {
    return new Keyed<>(
        record,
        BusinessKey.of(event),
        Optional.empty(),
        Optional.empty(),
        attempt -> HandlerResult.completed());
  }
}
