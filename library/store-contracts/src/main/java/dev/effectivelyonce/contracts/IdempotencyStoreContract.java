package dev.effectivelyonce.contracts;

import dev.effectivelyonce.core.store.IdempotencyStore;
import org.junit.jupiter.api.Nested;

/**
 * The contract of {@link IdempotencyStore} as a JUnit test. Extend it for your store. It tests each
 * condition held and refused for each reason, every attribute read as written, lost answers, and
 * races between two threads.
 */
public abstract class IdempotencyStoreContract {
  /** Called by subclasses, one for each store. */
  protected IdempotencyStoreContract() {}

  /** Returns a store without records. Called once before each test. */
  protected abstract IdempotencyStore emptyStore();

  @Nested
  class Claiming extends ClaimContract {}

  @Nested
  class TakingOverAndHolding extends SeenContract {}

  @Nested
  class WritingAsOwner extends OwnerContract {}

  @Nested
  class Copying extends CopyContract {}

  @Nested
  class NotingSteps extends StepContract {}

  @Nested
  class DecidingAsOperator extends OperatorContract {}

  @Nested
  class ReadingWhatWasWritten extends RoundTripContract {}

  @Nested
  class LosingAnswers extends LostAnswerContract {}

  @Nested
  class Racing extends RaceContract {}
}
