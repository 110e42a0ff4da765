package dev.effectivelyonce.dynamodb;

import static dev.effectivelyonce.dynamodb.Records.LATER;
import static dev.effectivelyonce.dynamodb.Records.RESULT;
import static dev.effectivelyonce.dynamodb.Records.WHY;
import static dev.effectivelyonce.dynamodb.Records.stampAt;
import static dev.effectivelyonce.dynamodb.Records.written;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult.Omitted;
import dev.effectivelyonce.core.record.StoredResult.Reason;
import dev.effectivelyonce.core.store.Listing;
import dev.effectivelyonce.core.store.WriteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Records that earlier releases wrote, frozen as files, are read and worked on by this one. A new
 * schema version adds its files and keeps these.
 */
class EarlierFormatsTest {
  @RegisterExtension static final LocalDynamoDb DYNAMO_DB = new LocalDynamoDb();

  private static final Instant LAPSED = LATER.plus(Duration.ofMinutes(1));
  private static final Claim NEXT = Records.claim("owner-2").at(stampAt(LAPSED));
  private static final IdempotencyRecord FIRST = Records.earlier(Records.claimed("owner-1"));
  private static final Set<String> EXTRA = Set.of("listing", "tenant", "route", "weight");

  private DynamoDbClient client;
  private String table;
  private DynamoDbStore store;

  @BeforeEach
  void connect() {
    client = DYNAMO_DB.client();
    table = DYNAMO_DB.newTable(client);
    store = new DynamoDbStore(client, table);
  }

  @AfterEach
  void disconnect() {
    client.close();
  }

  @ParameterizedTest
  @EnumSource
  void aRecordOfSchema1IsReadInEveryStatus(Status status) {
    assertThat(found(schema1(status))).isEqualTo(firstIn(status));
  }

  @Test
  void aRecordThatKnowsItsGenerationIsReadWithIt() {
    assertThat(found("schema-1-generation"))
        .isEqualTo(Records.claimed("owner-1").completed(RESULT, stampAt(LATER)));
  }

  @Test
  void anOmittedResultOfSchema1IsRead() {
    assertThat(found("schema-1-result-omitted"))
        .isEqualTo(FIRST.completed(new Omitted(Reason.TOO_LARGE, 500_000), stampAt(LATER)));
  }

  @Test
  void theStepsOfSchema1AreReadAndGoneOnWith() {
    IdempotencyRecord seen = found("schema-1-steps");
    Step reserve = Step.unbegun("reserve", 1, 1).intendedBy(1).done(RESULT);
    Step charge = Step.unbegun("charge", 2, 1).intendedBy(1);
    assertThat(seen.steps())
        .containsExactly(
            reserve,
            charge,
            Step.unbegun("hint", 3, 1).notDone(WHY),
            Step.unbegun("scan", 4, 1).done(new Omitted(Reason.TOO_LARGE, 500_000)));
    assertThat(seen.withStepsOf(FIRST))
        .isEqualTo(FIRST.renewed(FIRST.leaseUntil(), stampAt(LATER)));

    IdempotencyRecord mine = written(store.takeOver(seen, NEXT));
    assertThat(mine.isExpired(LATER.plus(Duration.ofDays(36_500)))).isFalse();
    IdempotencyRecord after =
        written(store.note(mine, charge.intendedBy(2).failed(WHY), stampAt(LAPSED)));

    assertThat(store.find(FIRST.id())).contains(after);
    assertThat(after.step("reserve")).contains(reserve);
  }

  @Test
  void aRecordThatHadNoStepsIsGivenItsFirst() {
    IdempotencyRecord mine = written(store.takeOver(found(schema1(Status.RETRYABLE)), NEXT));
    Step step = Step.unbegun("charge", 1, 2).intendedBy(2);

    assertThat(written(store.note(mine, step, stampAt(LAPSED))).steps()).containsExactly(step);
  }

  @Test
  void theLeastRecordOfSchema1IsRead() {
    IdempotencyRecord least = found("schema-1-least");

    assertThat(least.fingerprint()).isEmpty();
    assertThat(least.readableKey()).isEmpty();
    assertThat(least.status()).isEqualTo(Status.INPROGRESS);
  }

  @ParameterizedTest
  @EnumSource
  void aRecordOfSchema1RefusesAClaimAndTellsWhatItIs(Status status) {
    found(schema1(status));

    assertThat(store.claim(NEXT)).isEqualTo(new WriteResult.Refused(Optional.of(firstIn(status))));
  }

  @ParameterizedTest
  @EnumSource
  void aRecordOfSchema1IsTakenOverAndCompleted(Status status) {
    IdempotencyRecord seen = found(schema1(status));

    IdempotencyRecord mine = written(store.takeOver(seen, NEXT));
    assertThat(mine).isEqualTo(seen.takenOver(NEXT));
    IdempotencyRecord done = written(store.complete(mine, RESULT, stampAt(LAPSED)));

    assertThat(store.find(FIRST.id())).contains(done);
    assertThat(done.attempt()).isEqualTo(2);
  }

  @Test
  void aClaimOfSchema1IsRenewedAndEndedByItsOwner() {
    IdempotencyRecord mine = found(schema1(Status.INPROGRESS));
    IdempotencyRecord renewed =
        written(store.renew(mine, mine.leaseUntil().plusSeconds(9), stampAt(LATER)));

    assertThat(written(store.release(renewed, WHY, stampAt(LATER))).status())
        .isEqualTo(Status.RETRYABLE);
  }

  @ParameterizedTest
  @EnumSource
  void aRecordOfSchema1IsSettledAndForgotten(Status status) {
    IdempotencyRecord seen = found(schema1(status));

    IdempotencyRecord settled = written(store.settle(seen, Settlement.RETRYABLE, stampAt(LAPSED)));
    assertThat(settled.status()).isEqualTo(Status.RETRYABLE);
    IdempotencyRecord forgotten = written(store.forget(settled, LAPSED));

    assertThat(store.find(FIRST.id())).contains(forgotten);
  }

  @Test
  void attributesThatThisReleaseDoesNotKnowAreLeftAloneByEveryUpdate() {
    IdempotencyRecord seen = found("schema-1-extra-attributes");
    assertThat(seen).isEqualTo(firstIn(Status.FAILED));
    // The store may know "listing" by now, and then it says what becomes of it.
    Map<String, AttributeValue> unknown = without("listing", extra());

    IdempotencyRecord settled = written(store.settle(seen, Settlement.RETRYABLE, stampAt(LAPSED)));
    assertThat(without("listing", extra())).isEqualTo(unknown).hasSize(3);
    IdempotencyRecord mine = written(store.takeOver(settled, NEXT));
    written(store.complete(mine, RESULT, stampAt(LAPSED)));

    assertThat(without("listing", extra())).isEqualTo(unknown);
  }

  private static String schema1(Status status) {
    return "schema-1/" + status.name().toLowerCase(Locale.ROOT);
  }

  private static IdempotencyRecord firstIn(Status status) {
    return switch (status) {
      case INPROGRESS -> FIRST;
      case COMPLETED -> FIRST.completed(RESULT, stampAt(LATER));
      case RETRYABLE -> FIRST.released(WHY, stampAt(LATER));
      case FAILED -> FIRST.failed(WHY, stampAt(LATER));
      case UNKNOWN -> FIRST.held(WHY, stampAt(LATER));
    };
  }

  private IdempotencyRecord found(String name) {
    put(name);
    return store.find(FIRST.id()).orElseThrow();
  }

  private void put(String name) {
    client.putItem(request -> request.tableName(table).item(FrozenItem.read(name)));
  }

  private Map<String, AttributeValue> stored() {
    return client.getItem(new RequestFactory(table, Listing.DOUBTFUL).find(FIRST.id())).item();
  }

  private Map<String, AttributeValue> extra() {
    Map<String, AttributeValue> extra = new HashMap<>(stored());
    extra.keySet().retainAll(EXTRA);
    return extra;
  }

  private static Map<String, AttributeValue> without(
      String attribute, Map<String, AttributeValue> map) {
    Map<String, AttributeValue> copy = new HashMap<>(map);
    copy.remove(attribute);
    return copy;
  }
}
