package dev.effectivelyonce.dynamodb;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.handler.HandlerResult.Unsuccessful;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.CommitGroups;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.Transactions;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.dynamodb.UnitOfWork.Step;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Writes a record and a {@link UnitOfWork} in one TransactWriteItems. Its request token is made of
 * the attempts' owner ids and the request. So DynamoDB answers a repeated request without carrying
 * it out again, for 10 minutes; after that the record's own condition refuses it.
 */
final class UnitsOfWork implements Transactions {
  private static final Logger LOG = LoggerFactory.getLogger(DynamoDbStore.class);

  private final DynamoDbClient client;
  private final RequestFactory requests;
  private final ErrorTranslator faults;
  private final TimeLeft timeLeft;
  private final UnitLimits limits;

  UnitsOfWork(
      DynamoDbClient client,
      RequestFactory requests,
      ErrorTranslator faults,
      TimeLeft timeLeft,
      UnitLimits limits) {
    this.client = client;
    this.requests = requests;
    this.faults = faults;
    this.timeLeft = timeLeft;
    this.limits = limits;
  }

  @Override
  public CommitResult commit(Commit commit) {
    if (!(commit.effects() instanceof UnitOfWork unit)) {
      return CommitResult.EffectRefused.otherEffects(commit.effects(), "a UnitOfWork");
    }
    Planned planned = planned(commit, unit);
    Optional<Unsuccessful> unfit = limits.refusal(planned.unit(), planned.record());
    if (unfit.isPresent()) {
      return new CommitResult.EffectRefused(unfit.get());
    }
    // DynamoDB refuses an empty transaction.
    return planned.actions().isEmpty() ? planned.committed() : send(planned);
  }

  @Override
  public Optional<CommitGroups> commitGroups() {
    return Optional.of(new UnitGroups(this, limits, faults));
  }

  Planned planned(Commit commit, UnitOfWork unit) {
    return new Planned(commit.attempt(), record(commit), unit, result(commit));
  }

  /** Returns the record's part: none, or one action. */
  private List<TransactWriteItem> record(Commit commit) {
    return switch (commit) {
      case Commit.Recorded recorded -> List.of(requests.action(recorded));
      case Commit.Unrecorded ignored -> List.of();
    };
  }

  /** Returns what the record keeps, as {@link #record} writes it. */
  private static StoredResult result(Commit commit) {
    return switch (commit) {
      case Commit.Completing(Write.Complete done, var ignored, var unused) ->
          FittedRecord.of(done.after(done.seen())).result();
      case Commit.AtOnce atOnce -> FittedRecord.of(atOnce.record()).result();
      case Commit.Unrecorded ignored -> StoredResult.none();
    };
  }

  private CommitResult send(Planned planned) {
    try {
      write(List.of(planned));
      return planned.committed();
    } catch (TransactionCanceledException e) {
      // Nothing was written. Unless the record itself is refused, it may succeed next time.
      return planned
          .cancelled(e.cancellationReasons())
          .orElseThrow(() -> faults.cancelled(e, planned.record().size()));
    } catch (SdkException e) {
      return new CommitResult.EffectRefused(refusal(e));
    }
  }

  /** Writes all of them, or none. */
  void write(List<Planned> together) {
    List<TransactWriteItem> actions =
        together.stream().flatMap(planned -> planned.actions().stream()).toList();
    String attempts =
        together.stream().map(it -> it.attempt().value()).collect(Collectors.joining("#"));
    TransactWriteItemsRequest request =
        TransactWriteItemsRequest.builder()
            .transactItems(actions)
            .clientRequestToken(token(attempts, actions))
            .build();
    client.transactWriteItems(timeLeft.bound(request));
  }

  /**
   * Returns one token for one request, so that DynamoDB recognizes it; a token that comes with
   * another request is refused.
   */
  private static String token(String attempts, List<TransactWriteItem> actions) {
    String request = attempts + "#" + actions.hashCode();
    return UUID.nameUUIDFromBytes(request.getBytes(StandardCharsets.UTF_8)).toString();
  }

  /** Returns the failure for a refusal that no repetition can change. */
  private Unsuccessful refusal(SdkException e) {
    if (ErrorTranslator.isTransient(e)) {
      throw faults.translate(e);
    }
    LOG.warn("DynamoDB refuses a unit of work: {}", ErrorTranslator.describe(e));
    return ErrorTranslator.isValidation(e)
        ? UnitLimits.refused(
            "DynamoDB refuses the unit of work as invalid; the log of this attempt says more")
        : HandlerResult.retry(
            "DynamoDB does not let the unit of work be written: check that its tables exist, and"
                + " the function's rights to them; the log of this attempt says more");
  }

  /**
   * A commit as actions of a transaction.
   *
   * @param record its record's part: none, or one action
   * @param result what the record then keeps
   */
  record Planned(
      AttemptId attempt, List<TransactWriteItem> record, UnitOfWork unit, StoredResult result) {
    CommitResult committed() {
      return new CommitResult.Committed(result);
    }

    List<TransactWriteItem> actions() {
      return Stream.concat(record.stream(), unit.steps().stream().map(Step::action)).toList();
    }

    int size() {
      return record.size() + unit.steps().size();
    }

    /** Returns the result of a cancellation with the reasons of these actions. */
    Optional<CommitResult> cancelled(List<CancellationReason> reasons) {
      return new Cancellation(reasons, unit, record.size()).result();
    }
  }
}
