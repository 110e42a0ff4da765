package dev.effectivelyonce.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.operations.bench.FaultyAws;
import dev.effectivelyonce.operations.bench.LocalAws;
import dev.effectivelyonce.operations.bench.Orders;
import dev.effectivelyonce.operations.problem.Kind;
import dev.effectivelyonce.operations.record.BulkInterventions;
import dev.effectivelyonce.operations.record.BulkListener;
import dev.effectivelyonce.operations.record.BulkPreview;
import dev.effectivelyonce.operations.record.BulkResult;
import dev.effectivelyonce.operations.record.BulkResult.End;
import dev.effectivelyonce.operations.record.Intervention;
import dev.effectivelyonce.operations.record.RecordFilter;
import dev.effectivelyonce.operations.record.ScanPace;
import dev.effectivelyonce.operations.record.Selection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** One decision about many records, each of them still as it was previewed. */
class BulkInterventionsTest extends OperatorContextTest {
  private static final BulkListener SILENT = (done, left) -> {};
  private static final Intervention RETRY = new Intervention.Settle(Settlement.RETRYABLE);

  private BulkInterventions bulk;

  @BeforeEach
  void prepare() {
    bulk = at(context);
  }

  private static BulkInterventions at(OperatorContext place) {
    return new BulkInterventions(place, "T-7", new ScanPace(1_000, (soFar, total) -> {}));
  }

  @Test
  void aRecordWithAnotherErrorIsLeft() {
    IdempotencyRecord other = orders.claimed("O-1");
    Orders.written(orders.store().hold(other, new ErrorSummary("Another"), other.stamp()));
    orders.held("O-2");
    Selection declined =
        selection(RecordFilter.held, Optional.of("CardDeclined"), Selection.UNLIMITED);

    assertThat(bulk.carryOut(RETRY, preview(declined), SILENT).done()).isEqualTo(1);
    assertThat(status("O-1")).isEqualTo(Status.UNKNOWN);
    assertThat(status("O-2")).isEqualTo(Status.RETRYABLE);
  }

  private IdempotencyRecord heldAt(String key, int second) {
    IdempotencyRecord mine = orders.claimed(key, Orders.NOW.plusSeconds(second), Optional.empty());
    return Orders.written(orders.store().hold(mine, Orders.WHY, mine.stamp()));
  }

  /** As if the process had died there. */
  @ParameterizedTest
  @CsvSource({"REFUSED, 3", "UNANSWERED, 2"})
  void credentialsThatExpireOnTheWayEndItAndAnotherRunGoesOn(FaultyAws.Last last, int left) {
    IntStream.range(0, 5).forEach(number -> orders.held("O-" + number));
    BulkPreview preview = preview(held());
    try (FaultyAws dynamoDb =
            new FaultyAws(LocalAws.dynamoDbEndpoint(), "TransactWriteItems", 3, last);
        OperatorContext away = orders.context(LocalAws.sqsEndpoint(), dynamoDb.endpoint())) {
      BulkResult result = at(away).carryOut(RETRY, preview, SILENT);

      assertThat(result.done()).isEqualTo(2);
      assertThat(result.end()).isEqualTo(End.FAULT);
      assertThat(result.problem().orElseThrow().kind()).isEqualTo(Kind.UNREACHABLE);
      assertThat(result.problem().orElseThrow().problem())
          .isEqualTo("The credentials for AWS have expired");
    }
    assertThat(bulk.carryOut(RETRY, preview(held()), SILENT).done()).isEqualTo(left);
    IntStream.range(0, 5)
        .mapToObj(number -> Orders.id("O-" + number))
        .forEach(id -> assertThat(orders.store().trail().orElseThrow().entries(id)).hasSize(1));
  }

  /** Another tool empties its owner between the look and the write. */
  @Test
  void aRecordThatCannotBeReadAtItsWriteIsLeftAndTheOthersAreDone() {
    IntStream.range(0, 5).forEach(number -> heldAt("O-" + number, number));
    BulkPreview preview = preview(held());
    try (FaultyAws dynamoDb =
            new FaultyAws(
                    LocalAws.dynamoDbEndpoint(), "TransactWriteItems", 3, FaultyAws.Last.ANSWERED)
                .doing(() -> withoutOwner("O-2"));
        OperatorContext away = orders.context(LocalAws.sqsEndpoint(), dynamoDb.endpoint())) {
      BulkResult result = at(away).carryOut(RETRY, preview, SILENT);

      assertThat(result.end()).isEqualTo(End.ALL);
      assertThat(result.done()).isEqualTo(4);
      assertThat(result.details())
          .singleElement()
          .matches(it -> it.record().equals(Optional.of(Orders.id("O-2"))));
    }
  }

  private void withoutOwner(String key) {
    LocalAws.dynamoDb()
        .updateItem(
            request ->
                request
                    .tableName(orders.table)
                    .key(Map.of("id", AttributeValue.fromS(Orders.id(key).value())))
                    .updateExpression("SET #owner = :none")
                    .expressionAttributeNames(Map.of("#owner", "owner"))
                    .expressionAttributeValues(Map.of(":none", AttributeValue.fromS(""))));
  }

  @Test
  void whateverEndsItOnTheWayWhatWasDoneIsInItsResult() {
    IntStream.range(0, 5).forEach(number -> orders.held("O-" + number));

    BulkResult result =
        afterTwo(
            () -> {
              throw new IllegalStateException("The disk is full");
            });

    assertThat(result.end()).isEqualTo(End.FAULT);
    assertThat(result.done()).isEqualTo(2);
    assertThat(result.problem().orElseThrow().kind()).isEqualTo(Kind.DEFECT);
  }

  /** Decides about all that are held; this happens when two are done. */
  private BulkResult afterTwo(Runnable happens) {
    return bulk.carryOut(
        RETRY,
        preview(held()),
        (done, left) -> {
          if (done == 2) {
            happens.run();
          }
        });
  }

  @Test
  void anInterruptEndsItBetweenTwoRecords() {
    IntStream.range(0, 5).forEach(number -> orders.held("O-" + number));
    Thread caller = Thread.currentThread();

    BulkResult result = afterTwo(caller::interrupt);

    assertThat(result.end()).isEqualTo(End.INTERRUPTED);
    assertThat(result.done()).isEqualTo(2);
    assertThat(Thread.interrupted()).isFalse();
    assertThat(preview(held()).count()).isEqualTo(3);
  }

  private BulkPreview preview(Selection selection) {
    return bulk.preview(selection, SILENT);
  }

  private Selection held() {
    return selection(RecordFilter.held, Selection.UNLIMITED);
  }

  private Selection selection(RecordFilter state, int limit) {
    return selection(state, Optional.empty(), limit);
  }

  private Selection selection(RecordFilter state, Optional<String> error, int limit) {
    return new Selection(
        context.consumer("orders"),
        state,
        error,
        Optional.empty(),
        Set.of(),
        Optional.empty(),
        Optional.empty(),
        limit);
  }

  private Status status(String key) {
    return orders.store().find(Orders.id(key)).orElseThrow().status();
  }
}
