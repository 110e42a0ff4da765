package dev.effectivelyonce.dynamodb;

import static dev.effectivelyonce.dynamodb.Records.LATER;
import static dev.effectivelyonce.dynamodb.Records.RESULT;
import static dev.effectivelyonce.dynamodb.Records.WHY;
import static dev.effectivelyonce.dynamodb.Records.stampAt;
import static dev.effectivelyonce.dynamodb.Records.written;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.WriteResult;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** What the listing costs, in write units of a record under 1 KB: ADR 10. */
class ListingCostTest {
  private final Meter meter = new Meter();
  private final DynamoDbClient client = LocalDynamoDb.client(meter);

  @Test
  void aMessageThatGoesWellCostsWhatItCostsOnATableWithoutTheIndex() {
    String plain = LocalDynamoDb.newTable(Attributes.ID);

    assertThat(claimAndComplete(new DynamoDbStore(client, plain))).isEqualTo(2);
    assertThat(claimAndComplete(store(Listing.FAILED_AND_HELD))).isEqualTo(2);
  }

  @Test
  void aRetryCostsNothingMoreEither() {
    DynamoDbStore store = store(Listing.FAILED_AND_HELD);
    IdempotencyRecord mine = written(store.claim(Records.claim("a")));

    assertThat(unitsOf(() -> store.release(mine, WHY, stampAt(LATER)))).isEqualTo(1);
    IdempotencyRecord released = store.find(mine.id()).orElseThrow();
    assertThat(unitsOf(() -> store.takeOver(released, Records.claim("b")))).isEqualTo(1);
  }

  @Test
  void aDoubtfulRecordCostsOneUnitMoreToEnterTheListAndOneToLeaveIt() {
    DynamoDbStore store = store(Listing.FAILED_AND_HELD);
    IdempotencyRecord mine = written(store.claim(Records.claim("a")));

    assertThat(unitsOf(() -> store.hold(mine, WHY, stampAt(LATER)))).isEqualTo(2);
    IdempotencyRecord held = store.find(mine.id()).orElseThrow();
    assertThat(unitsOf(() -> store.settle(held, Settlement.RETRYABLE, stampAt(LATER))))
        .isEqualTo(2);
  }

  @Test
  void stepsCostTwoUnitsMoreForARecordHoweverManyTheyAre() {
    DynamoDbStore store = store(Listing.FAILED_AND_HELD);
    IdempotencyRecord mine = written(store.claim(Records.claim("a")));
    Step charge = Step.unbegun("charge", 1, 1).intendedBy(1);
    Step ship = Step.unbegun("ship", 2, 1).intendedBy(1);

    assertThat(unitsOf(() -> store.note(mine, charge, stampAt(LATER)))).isEqualTo(2);
    for (Step step : List.of(charge.done(RESULT), ship, ship.done(RESULT))) {
      IdempotencyRecord seen = store.find(mine.id()).orElseThrow();
      assertThat(unitsOf(() -> store.note(seen, step, stampAt(LATER.plusSeconds(1))))).isEqualTo(1);
    }
    IdempotencyRecord done = store.find(mine.id()).orElseThrow();
    assertThat(unitsOf(() -> store.complete(done, RESULT, stampAt(LATER)))).isEqualTo(2);
  }

  @Test
  void listingOpenRecordsCostsTwoUnitsMoreForEachMessage() {
    assertThat(claimAndComplete(store(Listing.OPEN))).isEqualTo(4);
  }

  @Test
  void anEntryThatStaysListedMoves() {
    DynamoDbStore store = store(Listing.OPEN);
    assertThat(unitsOf(() -> store.claim(Records.claim("a")))).isEqualTo(2);
    IdempotencyRecord mine = store.find(Records.claim("a").id()).orElseThrow();

    assertThat(unitsOf(() -> store.fail(mine, WHY, stampAt(LATER)))).isEqualTo(3);
  }

  private DynamoDbStore store(Listing listing) {
    return new DynamoDbStore(client, LocalDynamoDb.newTable(), listing);
  }

  private double claimAndComplete(DynamoDbStore store) {
    double claim = unitsOf(() -> store.claim(Records.claim("a")));
    IdempotencyRecord mine = store.find(Records.claim("a").id()).orElseThrow();
    return claim + unitsOf(() -> store.complete(mine, RESULT, stampAt(LATER)));
  }

  private double unitsOf(Supplier<WriteResult> write) {
    written(write.get());
    return meter.lastUnits;
  }

  /** Asks each write what it consumed, and keeps the last answer. */
  private static final class Meter implements ExecutionInterceptor {
    private double lastUnits;

    @Override
    public SdkRequest modifyRequest(Context.ModifyRequest context, ExecutionAttributes attributes) {
      ReturnConsumedCapacity total = ReturnConsumedCapacity.TOTAL;
      return switch (context.request()) {
        case PutItemRequest put -> put.toBuilder().returnConsumedCapacity(total).build();
        case UpdateItemRequest update -> update.toBuilder().returnConsumedCapacity(total).build();
        case DeleteItemRequest delete -> delete.toBuilder().returnConsumedCapacity(total).build();
        default -> context.request();
      };
    }

    @Override
    public void afterExecution(Context.AfterExecution context, ExecutionAttributes attributes) {
      switch (context.response()) {
        case PutItemResponse put -> keep(put.consumedCapacity());
        case UpdateItemResponse update -> keep(update.consumedCapacity());
        case DeleteItemResponse delete -> keep(delete.consumedCapacity());
        default -> {}
      }
    }

    private void keep(ConsumedCapacity consumed) {
      lastUnits = consumed.capacityUnits();
    }
  }
}
