package dev.effectivelyonce.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.protocol.Decision;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.store.Write;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The contract of a write that is sent twice: its author can see that the first one arrived. */
abstract class LostAnswerContract extends StoreContractPart {
  @Test
  void aRepeatedClaimIsRefusedByTheCallersOwnRecord() {
    Claim claim = claim("order-1", "a");
    IdempotencyRecord mine = written(store.claim(claim));

    assertRefusedBy(mine, store.claim(claim));
    assertThat(decide(claim)).isEqualTo(new Decision.Acquired(mine));
  }

  @Test
  void aRepeatedTakeOverIsRefusedByTheCallersOwnRecord() {
    IdempotencyRecord seen = claimed("order-1", "a");
    Claim claim = rival(seen, "b");
    IdempotencyRecord mine = written(store.takeOver(seen, claim));

    assertRefusedBy(mine, store.takeOver(seen, claim));
    assertThat(decide(claim)).isEqualTo(new Decision.Acquired(mine));
  }

  /** Writes, by the record of a claim. */
  private final Map<String, Function<IdempotencyRecord, Write>> writes =
      Map.of(
          "complete", mine -> new Write.Complete(mine, RESULT, stampAt(LATER)),
          "release", mine -> new Write.Release(mine, WHY, stampAt(LATER)),
          "fail", mine -> new Write.Fail(mine, WHY, stampAt(LATER)),
          "hold", mine -> new Write.Hold(mine, WHY, stampAt(LATER)),
          "settle", mine -> new Write.Settle(held(mine), Settlement.RETRYABLE, stampAt(LATER)),
          "forget", mine -> new Write.Forget(failed(mine), LATER));

  @TestFactory
  Stream<DynamicTest> aRepeatedWriteIsRefusedByTheRecordThatItLeft() {
    return each(
        writes.keySet().stream(),
        (verb, key) -> {
          Write write = Objects.requireNonNull(writes.get(verb)).apply(claimed(key, "a"));
          IdempotencyRecord left = written(store.write(write));
          assertRefusedBy(left, store.write(write));
        });
  }

  @Test
  void aRepeatedRenewalIsWrittenAgain() {
    IdempotencyRecord mine = claimed("order-1", "a");
    IdempotencyRecord renewed = written(store.renew(mine, LAPSED.plusSeconds(9), stampAt(LATER)));

    assertWritten(store.renew(mine, LAPSED.plusSeconds(9), stampAt(LATER)), renewed);
  }

  @Test
  void aRenewalThatComesLateDoesNotShortenTheLease() {
    IdempotencyRecord mine = claimed("order-1", "a");
    IdempotencyRecord renewed = written(store.renew(mine, LAPSED.plusSeconds(9), stampAt(LATER)));

    assertRefusedBy(renewed, store.renew(mine, LAPSED.plusSeconds(8), stampAt(LATER)));
  }

  private Decision decide(Claim claim) {
    return Decision.decide(refused(store.claim(claim)), claim, LATER, AbandonedClaimPolicy.RERUN);
  }
}
