package dev.effectivelyonce.dynamodb;

import static dev.effectivelyonce.dynamodb.Records.LATER;
import static dev.effectivelyonce.dynamodb.Records.RESULT;
import static dev.effectivelyonce.dynamodb.Records.WHY;
import static dev.effectivelyonce.dynamodb.Records.stampAt;
import static dev.effectivelyonce.dynamodb.Records.written;
import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.protocol.Decision;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Owner;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.core.store.WriteResult.Refused;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The write arrives, its answer is lost, and the SDK sends it again: the caller can tell. */
class LostAnswerTest {
  @RegisterExtension static final LocalDynamoDb DYNAMO_DB = new LocalDynamoDb();

  private final FlakyTable flaky = new FlakyTable(DYNAMO_DB);
  private final FlakyProxy proxy = flaky.proxy;
  private final DynamoDbStore store = flaky.store;

  @AfterEach
  void disconnect() {
    flaky.close();
  }

  @Test
  void theClaimIsRefusedByTheCallersOwnRecordAndCountsAsAcquired() {
    Claim claim = Records.claim("a");
    proxy.loseNextAnswer();

    WriteResult result = store.claim(claim);

    IdempotencyRecord mine = IdempotencyRecord.claimed(claim);
    assertThat(result).isEqualTo(new Refused(Optional.of(mine)));
    assertThat(Decision.decide(Optional.of(mine), claim, Records.NOW, AbandonedClaimPolicy.HOLD))
        .isEqualTo(new Decision.Acquired(mine));
  }

  @Test
  void theTakeOverIsRefusedByTheCallersOwnRecord() {
    IdempotencyRecord seen = written(store.claim(Records.claim("a")));
    Claim rival = Records.claim("b").at(stampAt(LATER));
    proxy.loseNextAnswer();

    assertThat(store.takeOver(seen, rival))
        .isEqualTo(new Refused(Optional.of(seen.takenOver(rival))));
  }

  @Test
  void theCompletionIsRefusedByTheCallersOwnCompletion() {
    IdempotencyRecord mine = written(store.claim(Records.claim("a")));
    proxy.loseNextAnswer();

    WriteResult result = store.complete(mine, RESULT, stampAt(LATER));

    assertThat(result).isEqualTo(new Refused(Optional.of(mine.completed(RESULT, stampAt(LATER)))));
    assertThat(store.find(mine.id()).orElseThrow().owner()).isEqualTo(new Owner("a"));
  }

  @Test
  void theReleaseIsRefusedByTheCallersOwnRelease() {
    IdempotencyRecord mine = written(store.claim(Records.claim("a")));
    proxy.loseNextAnswer();

    assertThat(store.release(mine, WHY, stampAt(LATER)))
        .isEqualTo(new Refused(Optional.of(mine.released(WHY, stampAt(LATER)))));
  }
}
