package dev.effectivelyonce.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.outbox.OutboxLimits;
import dev.effectivelyonce.core.outbox.OutboxMessage;
import dev.effectivelyonce.core.outbox.OutboxMessage.Place;
import dev.effectivelyonce.core.outbox.OutgoingMessage;
import dev.effectivelyonce.testkit.ManualClock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What of a scan is in memory at a time. */
class LaneChunksTest {
  private static final long PLENTY = Long.MAX_VALUE;

  @Test
  void aPortionHasWholeLanesInOrder() {
    List<OutboxMessage> scanned = new ArrayList<>();
    for (String lane : List.of("a", "b", "c", "d")) {
      scanned.addAll(shuffled(lane, 3));
    }

    List<List<List<OutboxMessage>>> portions = all(new LaneChunks(scanned.iterator(), 4, PLENTY));

    assertThat(portions)
        .containsExactly(List.of(lane("a", 3), lane("b", 3)), List.of(lane("c", 3), lane("d", 3)));
  }

  @Test
  void ofALaneThatDoesNotFitTheOldestMessagesAreThere() {
    List<List<List<OutboxMessage>>> portions =
        all(new LaneChunks(shuffled("hot", 1000).iterator(), 500, 200_000));

    List<OutboxMessage> there = portions.getFirst().getFirst();
    assertThat(portions).hasSize(1);
    assertThat(there).isEqualTo(lane("hot", there.size())).hasSizeBetween(50, 200);
  }

  @Test
  void aMessageThatDoesNotFitIsThereAllTheSame() {
    assertThat(all(new LaneChunks(shuffled("hot", 10).iterator(), 500, 1)))
        .containsExactly(List.of(lane("hot", 1)));
  }

  @Test
  void aLaneThatJustFitsIsThereAsAWhole() {
    assertThat(all(new LaneChunks(shuffled("hot", 3).iterator(), 500, 3 * bytesOfOne())))
        .containsExactly(List.of(lane("hot", 3)));
  }

  @Test
  void halfOfTheRoomIsKeptOfALaneThatDoesNotFit() {
    assertThat(all(new LaneChunks(shuffled("hot", 5).iterator(), 500, 4 * bytesOfOne())))
        .containsExactly(List.of(lane("hot", 2)));
  }

  private static long bytesOfOne() {
    return OutboxLimits.sizeBytes(lane("hot", 1).getFirst()) + 1024L;
  }

  private static List<List<List<OutboxMessage>>> all(LaneChunks portions) {
    List<List<List<OutboxMessage>>> all = new ArrayList<>();
    portions.forEachRemaining(all::add);
    return all;
  }

  /** In the order of a scan: that of the ids, which are hashes. */
  private static List<OutboxMessage> shuffled(String lane, int messages) {
    List<OutboxMessage> shuffled = new ArrayList<>(lane(lane, messages));
    Collections.shuffle(shuffled, new Random(1));
    return shuffled;
  }

  private static List<OutboxMessage> lane(String lane, int messages) {
    return IntStream.range(0, messages)
        .mapToObj(
            i ->
                new OutboxMessage(
                    lane,
                    lane + "-" + i,
                    "orders",
                    OutgoingMessage.to("shipments", "shipment-ordered", "x"),
                    ManualClock.START.plusSeconds(i),
                    Place.FIRST))
        .toList();
  }
}
