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
  class Claiming extends ClaimContract {
    @Override
    IdempotencyStore emptyStore() {
      return IdempotencyStoreContract.this.emptyStore();
    }
  }

  @Nested
  class TakingOverAndHolding extends SeenContract {
    @Override
    IdempotencyStore emptyStore() {
      return IdempotencyStoreContract.this.emptyStore();
    }
  }

  @Nested
  class WritingAsOwner extends OwnerContract {
    @Override
    IdempotencyStore emptyStore() {
      return IdempotencyStoreContract.this.emptyStore();
    }
  }

  @Nested
  class Copying extends CopyContract {
    @Override
    IdempotencyStore emptyStore() {
      return IdempotencyStoreContract.this.emptyStore();
    }
  }

  @Nested
  class NotingSteps extends StepContract {
    @Override
    IdempotencyStore emptyStore() {
      return IdempotencyStoreContract.this.emptyStore();
    }
  }

  @Nested
  class DecidingAsOperator extends OperatorContract {
    @Override
    IdempotencyStore emptyStore() {
      return IdempotencyStoreContract.this.emptyStore();
    }
  }

  @Nested
  class ReadingWhatWasWritten extends RoundTripContract {
    @Override
    IdempotencyStore emptyStore() {
      return IdempotencyStoreContract.this.emptyStore();
    }
  }

  @Nested
  class LosingAnswers extends LostAnswerContract {
    @Override
    IdempotencyStore emptyStore() {
      return IdempotencyStoreContract.this.emptyStore();
    }
  }

  @Nested
  class Racing extends RaceContract {
    @Override
    IdempotencyStore emptyStore() {
      return IdempotencyStoreContract.this.emptyStore();
    }
  }
}
