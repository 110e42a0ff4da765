package dev.effectivelyonce.dynamodb;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.GroupWriter;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementErrorCodeEnum;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementResponse;

/**
 * Groups of writes as PartiQL statements: a claim is an INSERT, which puts if absent, and the end
 * of an attempt an UPDATE where owner and status are those of the claim. An INSERT that is refused
 * does not say by what: these records are read together. Statements that fail for other reasons go
 * alone, with the SDK's retries.
 */
final class StatementGroups implements GroupWriter {
  private static final Logger LOG = LoggerFactory.getLogger(DynamoDbStore.class);

  /** DynamoDB takes no more statements in a request. */
  private static final int LIMIT = 25;

  private static final Set<BatchStatementErrorCodeEnum> REFUSALS =
      Set.of(
          BatchStatementErrorCodeEnum.DUPLICATE_ITEM,
          BatchStatementErrorCodeEnum.CONDITIONAL_CHECK_FAILED);

  private final DynamoDbClient client;
  private final Requests requests;
  private final Faults faults;
  private final TimeLeft timeLeft;
  private final Runnable onDenial;

  /**
   * @param onDenial is run where the role may not use statements, or not read what refused them
   */
  StatementGroups(
      DynamoDbClient client,
      Requests requests,
      Faults faults,
      TimeLeft timeLeft,
      Runnable onDenial) {
    this.client = client;
    this.requests = requests;
    this.faults = faults;
    this.timeLeft = timeLeft;
    this.onDenial = onDenial;
  }

  @Override
  public int limit() {
    return LIMIT;
  }

  @Override
  public List<Optional<WriteResult>> write(List<Write> writes) {
    try {
      return answered(writes.stream().map(this::planned).toList());
    } catch (SdkException e) {
      return unanswered(faults.translate(e), writes.size());
    }
  }

  private Planned planned(Write write) {
    return switch (write) {
      case Write.Claiming(Claim claim) ->
          new Planned(
              write,
              requests.claimStatement(claim),
              item -> Optional.of(IdempotencyRecord.claimed(claim)));
      case Write.Ending ending -> planned(Kept.of(ending));
    };
  }

  private Planned planned(Write.Ending kept) {
    IdempotencyRecord mine = kept.mine();
    return new Planned(
        kept,
        requests.endStatement(kept.after(mine), Condition.heldBy(mine)),
        item -> readable(item).map(kept::after));
  }

  /** What is no fault of the moment may be the fault of one write: each learns its own, alone. */
  private List<Optional<WriteResult>> unanswered(StoreException e, int writes) {
    if (e.isTransient()) {
      throw e;
    }
    noteDenial(e);
    return Collections.nCopies(writes, Optional.empty());
  }

  private void noteDenial(StoreException e) {
    if (e.kind() == StoreException.Kind.DENIED) {
      LOG.warn(
          "Writes go one by one: grant dynamodb:PartiQLInsert, dynamodb:PartiQLUpdate and"
              + " dynamodb:BatchGetItem on the table to write them in groups",
          e);
      onDenial.run();
    }
  }

  private List<Optional<WriteResult>> answered(List<Planned> plan) {
    List<BatchStatementRequest> statements = plan.stream().map(Planned::statement).toList();
    List<BatchStatementResponse> answers =
        client.batchExecuteStatement(timeLeft.bound(Requests.group(statements))).responses();
    Map<RecordId, IdempotencyRecord> standing = standing(plan, answers);
    return IntStream.range(0, plan.size())
        .mapToObj(i -> result(plan.get(i), answers.get(i), standing))
        .toList();
  }

  /** The records that refused statements whose answers do not say by what. */
  private Map<RecordId, IdempotencyRecord> standing(
      List<Planned> plan, List<BatchStatementResponse> answers) {
    List<RecordId> unnamed =
        IntStream.range(0, plan.size())
            .filter(i -> isRefusal(answers.get(i)) && !answers.get(i).error().hasItem())
            .mapToObj(i -> plan.get(i).write().id())
            .toList();
    return unnamed.isEmpty() ? Map.of() : read(unnamed);
  }

  /** The writes are answered by now: what can't be read here is refused again, alone. */
  private Map<RecordId, IdempotencyRecord> read(List<RecordId> ids) {
    try {
      return client.batchGetItem(timeLeft.bound(requests.find(ids))).responses().values().stream()
          .flatMap(List::stream)
          .flatMap(item -> readable(item).stream())
          .collect(Collectors.toMap(IdempotencyRecord::id, it -> it));
    } catch (SdkException e) {
      noteDenial(faults.translate(e));
      return Map.of();
    }
  }

  private static Optional<IdempotencyRecord> readable(Map<String, AttributeValue> item) {
    try {
      return Optional.of(ItemCodec.record(item));
    } catch (StoreException e) {
      // Alone it tells what is wrong with it; the others of its group must not suffer.
      return Optional.empty();
    }
  }

  private static Optional<WriteResult> result(
      Planned planned, BatchStatementResponse answer, Map<RecordId, IdempotencyRecord> standing) {
    if (answer.error() == null) {
      return planned.written().apply(answer.item()).map(WriteResult.Written::new);
    }
    return isRefusal(answer)
        ? named(planned, answer, standing)
            .filter(found -> refuses(found, planned.write()))
            .map(found -> new WriteResult.Refused(Optional.of(found)))
        : Optional.empty();
  }

  private static Optional<IdempotencyRecord> named(
      Planned planned, BatchStatementResponse answer, Map<RecordId, IdempotencyRecord> standing) {
    return answer.error().hasItem()
        ? readable(answer.error().item())
        : Optional.ofNullable(standing.get(planned.write().id()));
  }

  /** An expired record refuses an INSERT, but not a claim. */
  private static boolean refuses(IdempotencyRecord found, Write write) {
    return !(write instanceof Write.Claiming(Claim claim) && found.isExpired(claim.stamp().at()));
  }

  private static boolean isRefusal(BatchStatementResponse answer) {
    return answer.error() != null && REFUSALS.contains(answer.error().code());
  }

  /**
   * A write as a statement.
   *
   * @param written the record after it, given the item before, if that can be read
   */
  private record Planned(
      Write write,
      BatchStatementRequest statement,
      Function<Map<String, AttributeValue>, Optional<IdempotencyRecord>> written) {}
}
