package dev.effectivelyonce.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.protocol.Decision;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import org.junit.jupiter.api.Test;

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

  @Test
  void aRepeatedCompletionIsRefusedByTheCallersOwnCompletion() {
    IdempotencyRecord mine = claimed("order-1", "a");
    IdempotencyRecord completed = completed(mine);

    assertRefusedBy(completed, store.complete(mine, RESULT, stampAt(LATER)));
  }

  @Test
  void aRepeatedReleaseIsRefusedByTheCallersOwnRelease() {
    IdempotencyRecord mine = claimed("order-1", "a");
    IdempotencyRecord released = released(mine);

    assertRefusedBy(released, store.release(mine, WHY, stampAt(LATER)));
  }

  @Test
  void aRepeatedFailureIsRefusedByTheCallersOwnFailure() {
    IdempotencyRecord mine = claimed("order-1", "a");
    IdempotencyRecord failed = written(store.fail(mine, WHY, stampAt(LATER)));

    assertRefusedBy(failed, store.fail(mine, WHY, stampAt(LATER)));
  }

  @Test
  void aRepeatedHoldIsRefusedByTheHeldRecord() {
    IdempotencyRecord seen = claimed("order-1", "a");
    IdempotencyRecord held = written(store.hold(seen, WHY, stampAt(LATER)));

    assertRefusedBy(held, store.hold(seen, WHY, stampAt(LATER)));
  }

  @Test
  void aRepeatedSettlementIsRefusedByTheSettledRecord() {
    IdempotencyRecord held = written(store.hold(claimed("order-1", "a"), WHY, stampAt(LATER)));
    IdempotencyRecord settled = written(store.settle(held, Settlement.RETRYABLE, stampAt(LATER)));

    assertRefusedBy(settled, store.settle(held, Settlement.RETRYABLE, stampAt(LATER)));
  }

  @Test
  void aRepeatedForgetIsRefusedByTheForgottenRecord() {
    IdempotencyRecord failed = written(store.fail(claimed("order-1", "a"), WHY, stampAt(LATER)));
    IdempotencyRecord forgotten = written(store.forget(failed, LATER));

    assertRefusedBy(forgotten, store.forget(failed, LATER));
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
