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
import dev.effectivelyonce.core.store.WriteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Records that earlier releases wrote, frozen as files, are read and worked on by this one. A new
 * schema version adds its files and keeps these.
 */
class EarlierFormatsTest {
  private static final Instant LAPSED = LATER.plus(Duration.ofMinutes(1));
  private static final Claim NEXT = Records.claim("owner-2").at(stampAt(LAPSED));
  private static final IdempotencyRecord FIRST = Records.earlier(Records.claimed("owner-1"));
  private static final Set<String> EXTRA = Set.of("tenant", "route", "weight");

  private final DynamoDbClient client = LocalDynamoDb.client();
  private final String table = LocalDynamoDb.newTable();
  private final DynamoDbStore store = new DynamoDbStore(client, table);

  @ParameterizedTest
  @EnumSource
  void aRecordOfSchema1IsReadAndRefusesAClaimInEveryStatus(Status status) {
    assertThat(found(schema1(status))).isEqualTo(firstIn(status));
    assertThat(store.claim(NEXT)).isEqualTo(new WriteResult.Refused(Optional.of(firstIn(status))));
  }

  @Test
  void aRecordWithItsGenerationOrAnOmittedResultOrTheLeastThatThereWasIsRead() {
    assertThat(found("schema-1-generation"))
        .isEqualTo(Records.claimed("owner-1").completed(RESULT, stampAt(LATER)));
    assertThat(found("schema-1-result-omitted"))
        .isEqualTo(FIRST.completed(new Omitted(Reason.TOO_LARGE, 500_000), stampAt(LATER)));

    IdempotencyRecord least = found("schema-1-least");
    assertThat(least.fingerprint()).isEmpty();
    assertThat(least.readableKey()).isEmpty();
    assertThat(least.status()).isEqualTo(Status.INPROGRESS);
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
    Map<String, AttributeValue> unknown = extra();

    IdempotencyRecord settled = written(store.settle(seen, Settlement.RETRYABLE, stampAt(LAPSED)));
    assertThat(extra()).isEqualTo(unknown).hasSize(3);
    IdempotencyRecord mine = written(store.takeOver(settled, NEXT));
    written(store.complete(mine, RESULT, stampAt(LAPSED)));

    assertThat(extra()).isEqualTo(unknown);
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
    LocalDynamoDb.put(table, FrozenItem.read(name));
    return store.find(FIRST.id()).orElseThrow();
  }

  /** The attributes that this release does not know. */
  private Map<String, AttributeValue> extra() {
    Map<String, AttributeValue> extra =
        new HashMap<>(LocalDynamoDb.item(table, Attributes.ID, FIRST.id().value()));
    extra.keySet().retainAll(EXTRA);
    return extra;
  }
}
