package dev.effectivelyonce.cdk;

import dev.effectivelyonce.core.engine.ConsumerMode;
import dev.effectivelyonce.core.store.Listing;
import java.util.Optional;
import software.amazon.awscdk.services.dynamodb.ITable;

/**
 * The settings of the records that a function or a service keeps.
 *
 * @param <B> the builder that its methods return
 */
public sealed interface RecordSettings<B extends RecordSettings<B>>
    permits IdempotentFunctionBuilder, IdempotentWorkerService.Builder {
  /**
   * Sets the consumer's name, which must be the same as that of its {@code MessageIdentity} or
   * {@code HttpApi} in the code. The code compares the two when it starts. Required, and unique
   * among the constructs that share a table.
   */
  default B consumerName(String name) {
    choices().consumerName = Optional.of(name);
    return builder();
  }

  /**
   * Sets the table of the records; its key and TTL must be as in {@link IdempotencyTable}.
   * Required, unless a function keeps its records on a server.
   */
  default B idempotencyTable(ITable table) {
    choices().table = Optional.of(table);
    return builder();
  }

  /**
   * Sets which records of the table the code's role may access. Default: {@link
   * RecordAccess#WHOLE_TABLE}.
   */
  default B recordAccess(RecordAccess access) {
    choices().access = access;
    return builder();
  }

  /** Sets which records an operator can list. Default: {@link Listing#FAILED_AND_HELD}. */
  default B listing(Listing listing) {
    choices().listing = listing;
    return builder();
  }

  /**
   * Sets whether duplicates are skipped or only counted. An API supports only the default. Default:
   * {@link ConsumerMode#ENFORCE}.
   */
  default B mode(ConsumerMode mode) {
    choices().mode = mode;
    return builder();
  }

  private RecordChoices choices() {
    return switch (this) {
      case IdempotentFunctionBuilder<?> it -> it.records;
      case IdempotentWorkerService.Builder it -> it.records;
    };
  }

  @SuppressWarnings("unchecked")
  private B builder() {
    return (B) this;
  }
}
