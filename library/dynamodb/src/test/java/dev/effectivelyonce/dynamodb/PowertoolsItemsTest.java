package dev.effectivelyonce.dynamodb;

import static dev.effectivelyonce.dynamodb.Records.LATER;
import static dev.effectivelyonce.dynamodb.Records.NOW;
import static dev.effectivelyonce.dynamodb.Records.RESULT;
import static dev.effectivelyonce.dynamodb.Records.WHY;
import static dev.effectivelyonce.dynamodb.Records.fault;
import static dev.effectivelyonce.dynamodb.Records.stampAt;
import static dev.effectivelyonce.dynamodb.Records.written;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.WriteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items that Powertools wrote in a table that is taken over from it. */
class PowertoolsItemsTest {
  private static final String COMPLETED = "powertools/completed";
  private static final String INPROGRESS = "powertools/inprogress";
  private static final String WITHOUT_LEASE = "powertools/inprogress-without-lease";

  private static final Instant LEASE = NOW.plusSeconds(30);
  private static final Instant EXPIRATION = Instant.ofEpochSecond(1_767_326_645L);
  private static final Instant LAPSED = LATER.plus(Duration.ofMinutes(1));
  private static final Claim NEXT = at(Records.claim("owner-2"), LAPSED);

  private final DynamoDbClient client = LocalDynamoDb.client();
  private final String table = LocalDynamoDb.newTable();
  private final DynamoDbStore store = new DynamoDbStore(client, table);

  @Test
  void whatPowertoolsCompletedRefusesAClaimWithItsResult() {
    IdempotencyRecord seen = found(COMPLETED);

    assertThat(store.claim(NEXT)).isEqualTo(new WriteResult.Refused(Optional.of(seen)));
    assertThat(seen.status()).isEqualTo(Status.COMPLETED);
    assertThat(seen.result()).isEqualTo(RESULT);
    assertThat(seen.fingerprint()).contains(new Fingerprint("9e107d9d372bb6826bd81d3542a419d6"));
    assertThat(seen.isExpired(EXPIRATION.minusMillis(1))).isFalse();
  }

  @Test
  void whatPowertoolsBeganIsInFlightUntilItsLeaseLapsesOrItExpiresWithoutOne() {
    IdempotencyRecord leased = found(INPROGRESS);
    assertThat(leased.isLive(LEASE.minusMillis(1))).isTrue();
    assertThat(leased.isLive(LEASE)).isFalse();

    IdempotencyRecord unleased = found(WITHOUT_LEASE);
    assertThat(store.settle(unleased, Settlement.RETRYABLE, stampAt(LAPSED)))
        .isEqualTo(new WriteResult.Refused(Optional.of(unleased)));
    assertThat(unleased.isLive(EXPIRATION.minusMillis(1))).isTrue();
    assertThat(written(store.claim(at(NEXT, EXPIRATION))).attempt()).isEqualTo(1);
  }

  @Test
  void whatPowertoolsLeftIsTakenOverOnceAndIsThisLibrarysFromThenOn() {
    IdempotencyRecord seen = found(INPROGRESS);

    IdempotencyRecord mine = written(store.takeOver(seen, NEXT));
    WriteResult rival = store.takeOver(seen, at(Records.claim("owner-3"), LAPSED));
    IdempotencyRecord done = written(store.complete(mine, RESULT, stampAt(LAPSED)));

    assertThat(mine).isEqualTo(seen.takenOver(NEXT));
    assertThat(mine.attempt()).isEqualTo(2);
    assertThat(rival).isEqualTo(new WriteResult.Refused(Optional.of(mine)));
    assertThat(store.find(seen.id())).contains(done);
    assertThat(stored()).containsEntry(Attributes.SCHEMA, Values.number(1));
  }

  @ParameterizedTest
  @ValueSource(strings = {Attributes.EXPIRATION, Attributes.LEASE})
  void whatPowertoolsBeganAnewMeanwhileIsNotTakenOver(String attribute) {
    IdempotencyRecord seen = found(INPROGRESS);
    Map<String, AttributeValue> anew = new HashMap<>(FrozenItem.read(INPROGRESS));
    anew.computeIfPresent(attribute, (name, old) -> Values.number(Long.parseLong(old.n()) + 1));
    LocalDynamoDb.put(table, anew);

    assertThat(store.takeOver(seen, NEXT)).isInstanceOf(WriteResult.Refused.class);
    assertThat(stored()).isEqualTo(anew);
  }

  @Test
  void whatPowertoolsCompletedMeanwhileIsNotTakenOver() {
    IdempotencyRecord seen = found(INPROGRESS);
    IdempotencyRecord done = found(COMPLETED);

    assertThat(store.takeOver(seen, NEXT)).isEqualTo(new WriteResult.Refused(Optional.of(done)));
  }

  @Test
  void whatPowertoolsLeftIsHeldAndSettled() {
    IdempotencyRecord held = written(store.hold(found(INPROGRESS), WHY, stampAt(LAPSED)));
    IdempotencyRecord settled = written(store.settle(held, Settlement.COMPLETED, stampAt(LAPSED)));

    assertThat(held.status()).isEqualTo(Status.UNKNOWN);
    assertThat(held.error()).contains(WHY);
    assertThat(store.find(held.id())).contains(settled);
    assertThat(settled.stamp()).isEqualTo(stampAt(LAPSED));
  }

  @ParameterizedTest
  @ValueSource(strings = {COMPLETED, INPROGRESS})
  void anOperatorsRetryOfWhatPowertoolsDidIsTakenOver(String name) {
    IdempotencyRecord settled =
        written(store.settle(found(name), Settlement.RETRYABLE, stampAt(LAPSED)));

    assertThat(written(store.takeOver(settled, NEXT))).isEqualTo(settled.takenOver(NEXT));
  }

  @Test
  void whatPowertoolsDidIsForgotten() {
    IdempotencyRecord forgotten = written(store.forget(found(COMPLETED), LAPSED));

    IdempotencyRecord mine = written(store.takeOver(forgotten, NEXT));

    assertThat(store.find(NEXT.id())).contains(mine);
    assertThat(mine.fingerprint()).isEqualTo(NEXT.fingerprint());
  }

  @Test
  void anItemOfPowertoolsPastItsExpirationCountsAsAbsent() {
    LocalDynamoDb.put(table, FrozenItem.read(COMPLETED));
    Claim later = at(NEXT, NOW.plus(Duration.ofHours(2)));

    assertThat(written(store.claim(later))).isEqualTo(IdempotencyRecord.claimed(later));
  }

  @ParameterizedTest
  @ValueSource(strings = {Attributes.STATUS, Attributes.EXPIRATION})
  void anItemThatIsNeitherPowertoolsNorThisLibrarysIsUnreadableAndLeftAsItIs(String attribute) {
    Map<String, AttributeValue> item = new HashMap<>(FrozenItem.read(INPROGRESS));
    item.remove(attribute);
    LocalDynamoDb.put(table, item);

    StoreException fault = fault(() -> store.find(NEXT.id()));

    assertThat(fault.kind()).isEqualTo(StoreException.Kind.UNREADABLE);
    assertThat(fault.problem())
        .isEqualTo(
            "The attribute \"%s\" of the record %s is missing".formatted(attribute, NEXT.id()));
    assertThat(stored()).isEqualTo(item);
  }

  private static Claim at(Claim claim, Instant now) {
    return new Claim(claim.id(), claim.owner(), now.plusSeconds(30), stampAt(now))
        .withFingerprint(claim.fingerprint())
        .withReadableKey(claim.readableKey());
  }

  private IdempotencyRecord found(String name) {
    LocalDynamoDb.put(table, FrozenItem.read(name));
    return store.find(NEXT.id()).orElseThrow();
  }

  private Map<String, AttributeValue> stored() {
    return LocalDynamoDb.item(table, Attributes.ID, NEXT.id().value());
  }
}
