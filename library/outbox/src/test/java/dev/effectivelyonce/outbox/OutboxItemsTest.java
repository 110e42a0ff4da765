package dev.effectivelyonce.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.outbox.OutboxMessage;
import dev.effectivelyonce.outbox.SendResult.Concern;
import dev.effectivelyonce.sqs.Stub;
import dev.effectivelyonce.testkit.ManualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementResponse;

/** How a publisher's reads and deletes are cut, and what it knows when the table leaves some. */
class OutboxItemsTest {
  private final ManualClock clock = new ManualClock();
  private final StubTable table = new StubTable();
  private final Cut cut = new Cut();
  private final OutboxItems items = new OutboxItems(cut, StubTable.NAME);

  @Test
  void lanesAreReadInFifties() {
    List<String> lanes = IntStream.range(0, 101).mapToObj(i -> "lane" + i).toList();
    lanes.forEach(lane -> add(lane, 1));

    OutboxItems.Reading reading = items.read(lanes);

    assertThat(cut.lanesOfReads).containsExactly(50, 50, 1);
    assertThat(lanes).allMatch(lane -> reading.of(lane).size() == 1);
  }

  @Test
  void exactlyFiftyLanesAreOneRead() {
    items.read(IntStream.range(0, 50).mapToObj(i -> "lane" + i).toList());

    assertThat(cut.lanesOfReads).containsExactly(50);
  }

  @Test
  void aLaneIsReadOverAsManyPagesAsFitIntoMemory() {
    table.itemsOfAPage = 1;
    add("a", 8);

    OutboxItems.Reading reading = items.read(List.of("a"));

    assertThat(reading.of("a")).hasSize(8);
    assertThat(reading.unread()).isEmpty();
  }

  @Test
  void ofALaneOfMorePagesNothingIsReadAndItsTroubleIsItsOwn() {
    table.itemsOfAPage = 1;
    add("a", 9);
    add("b", 1);

    OutboxItems.Reading reading = items.read(List.of("a", "b"));

    assertThat(reading.of("a")).isEmpty();
    assertThat(reading.of("b")).hasSize(1);
    assertThat(reading.unread()).containsOnlyKeys("a");
    assertThat(reading.unread().get("a"))
        .satisfies(later -> assertThat(later.concern()).isEqualTo(Concern.LANE));
  }

  @Test
  void lanesThatTogetherDoNotFitAreReadApart() {
    table.itemsOfAPage = 1;
    List<String> lanes = List.of("a", "b", "c");
    lanes.forEach(lane -> add(lane, 4));

    OutboxItems.Reading reading = items.read(lanes);

    assertThat(lanes).allMatch(lane -> reading.of(lane).size() == 4);
    assertThat(reading.unread()).isEmpty();
  }

  @Test
  void deletesGoInTwentyFives() {
    List<OutboxMessage> sent = add("a", 51);

    assertThat(items.delete(sent)).isEmpty();

    assertThat(cut.deletes).containsExactly(25, 25, 1);
    assertThat(table.items).isEmpty();
  }

  @Test
  void whatTheTableLeavesUndeletedIsAskedForThreeTimesAndOwedThen() {
    List<OutboxMessage> sent = add("a", 2);
    table.undeletable = key -> key.equals(OutboxKey.of(sent.getFirst()));

    assertThat(items.delete(sent)).containsExactly(OutboxKey.of(sent.getFirst()));

    assertThat(cut.deletes).containsExactly(2, 1, 1);
    assertThat(items.owes(sent.getFirst())).isTrue();
    assertThat(items.owes(sent.getLast())).isFalse();
  }

  @Test
  void whatIsOwedIsDeletedBeforeAnythingElseIsSent() {
    List<OutboxMessage> sent = add("a", 1);
    cut.isAway = true;
    items.delete(sent);
    assertThat(items.deleteOwed()).isFalse();

    cut.isAway = false;

    assertThat(items.deleteOwed()).isTrue();
    assertThat(items.owes(sent.getFirst())).isFalse();
    assertThat(table.items).isEmpty();
    int asked = cut.deletes.size();
    assertThat(items.deleteOwed()).isTrue();
    assertThat(cut.deletes).hasSize(asked);
  }

  private List<OutboxMessage> add(String lane, int count) {
    List<OutboxMessage> added =
        IntStream.range(0, count)
            .mapToObj(i -> Rig.message(Rig.QUICK, lane, lane + "-" + i, clock))
            .toList();
    added.forEach(table::put);
    return added;
  }

  /** The table, whose requests are counted, and which may be away. */
  private final class Cut implements DynamoDbClient, Stub {
    private final List<Integer> lanesOfReads = new ArrayList<>();
    private final List<Integer> deletes = new ArrayList<>();
    private boolean isAway;

    @Override
    public ExecuteStatementResponse executeStatement(ExecuteStatementRequest request) {
      if (request.nextToken() == null) {
        lanesOfReads.add(request.parameters().size());
      }
      return table.executeStatement(request);
    }

    @Override
    public BatchWriteItemResponse batchWriteItem(BatchWriteItemRequest request) {
      deletes.add(request.requestItems().values().stream().mapToInt(List::size).sum());
      if (isAway) {
        throw SdkClientException.create("It is not answered");
      }
      return table.batchWriteItem(request);
    }
  }
}
