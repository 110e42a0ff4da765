package dev.effectivelyonce.dynamodb;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.GroupWriter;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
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
 * Sends groups of writes as PartiQL statements. A claim is an INSERT, which puts if absent. The end
 * of an attempt is an UPDATE where owner and status are those of the claim. A refused INSERT does
 * not return the record that refused it: these records are read together. Statements that fail for
 * other reasons go alone, with the SDK's retries.
 */
final class StatementGroups implements GroupWriter {
  private static final Logger LOG = LoggerFactory.getLogger(DynamoDbStore.class);

  /** The most statements that DynamoDB takes in a request. */
  private static final int LIMIT = 25;

  private static final Set<BatchStatementErrorCodeEnum> REFUSALS =
      Set.of(
          BatchStatementErrorCodeEnum.DUPLICATE_ITEM,
          BatchStatementErrorCodeEnum.CONDITIONAL_CHECK_FAILED);

  private final DynamoDbClient client;
  private final RequestFactory requests;
  private final ErrorTranslator faults;
  private final TimeLeft timeLeft;
  private final AtomicBoolean denied;

  /**
   * @param denied becomes true where the role may not use statements, or may not read the records
   *     that refused them; then no more are sent
   */
  StatementGroups(
      DynamoDbClient client,
      RequestFactory requests,
      ErrorTranslator faults,
      TimeLeft timeLeft,
      AtomicBoolean denied) {
    this.client = client;
    this.requests = requests;
    this.faults = faults;
    this.timeLeft = timeLeft;
    this.denied = denied;
  }

  @Override
  public int limit() {
    return LIMIT;
  }

  @Override
  public void write(List<Write.Groupable> writes, Answers answers) {
    if (denied.get()) {
      leaveAlone(writes.size(), answers);
    } else {
      send(writes, answers);
    }
  }

  private static void leaveAlone(int writes, Answers answers) {
    IntStream.range(0, writes).forEach(i -> answers.answer(i, Optional.empty()));
  }

  private void send(List<Write.Groupable> writes, Answers answers) {
    List<Planned> plan = writes.stream().map(this::planned).toList();
    try {
      answer(plan, responses(plan), answers);
    } catch (SdkException e) {
      unanswered(e, writes.size(), answers);
    }
  }

  private Planned planned(Write.Groupable write) {
    return new Planned(write, requests.statement(write));
  }

  /** Leaves the writes to be sent alone after a lasting fault, which may be that of one of them. */
  private void unanswered(SdkException e, int writes, Answers answers) {
    StoreException fault = faults.translate(e);
    if (fault.isTransient()) {
      throw fault;
    }
    noteDenial(e);
    leaveAlone(writes, answers);
  }

  /** Notes a lack of rights, but not such as expired credentials, which may be renewed. */
  private void noteDenial(SdkException e) {
    if (ErrorTranslator.isAccessDenied(e)) {
      noteDenial(String.valueOf(e.getMessage()));
    }
  }

  private void noteDenial(String why) {
    if (denied.compareAndSet(false, true)) {
      LOG.warn(
          "Writes go one by one: grant dynamodb:PartiQLInsert, dynamodb:PartiQLUpdate and"
              + " dynamodb:BatchGetItem on the table to write them in groups ({})",
          why);
    }
  }

  private void noteDenial(BatchStatementResponse response) {
    if (response.error() != null
        && response.error().code() == BatchStatementErrorCodeEnum.ACCESS_DENIED) {
      noteDenial(response.error().message());
    }
  }

  private List<BatchStatementResponse> responses(List<Planned> plan) {
    List<BatchStatementRequest> statements = plan.stream().map(Planned::statement).toList();
    return client
        .batchExecuteStatement(timeLeft.bound(RequestFactory.group(statements)))
        .responses();
  }

  private void answer(List<Planned> plan, List<BatchStatementResponse> responses, Answers answers) {
    List<Integer> unnamed = new ArrayList<>();
    for (int i = 0; i < responses.size(); i++) {
      BatchStatementResponse response = responses.get(i);
      noteDenial(response);
      if (isRefusal(response) && !response.error().hasItem()) {
        unnamed.add(i);
      } else {
        answers.answer(i, result(plan.get(i), response));
      }
    }
    for (int i = responses.size(); i < plan.size(); i++) {
      answers.answer(i, Optional.empty());
    }
    if (!unnamed.isEmpty()) {
      answerUnnamed(plan, unnamed, answers);
    }
  }

  private void answerUnnamed(List<Planned> plan, List<Integer> unnamed, Answers answers) {
    List<RecordId> ids = unnamed.stream().map(i -> plan.get(i).write().id()).toList();
    Map<RecordId, IdempotencyRecord> standing = read(ids);
    for (int i : unnamed) {
      Write write = plan.get(i).write();
      answers.answer(i, refusal(write, Optional.ofNullable(standing.get(write.id()))));
    }
  }

  /** Reads the records that refused writes; a write whose record is not found is sent alone. */
  private Map<RecordId, IdempotencyRecord> read(List<RecordId> ids) {
    try {
      return client.batchGetItem(timeLeft.bound(requests.find(ids))).responses().values().stream()
          .flatMap(List::stream)
          .flatMap(item -> readable(item).stream())
          .collect(Collectors.toMap(IdempotencyRecord::id, it -> it));
    } catch (SdkException e) {
      noteDenial(e);
      return Map.of();
    }
  }

  private static Optional<IdempotencyRecord> readable(Map<String, AttributeValue> item) {
    try {
      return Optional.of(ItemCodec.record(item));
    } catch (StoreException e) {
      // Sent alone, the write reports what is wrong; the others of its group must not suffer.
      return Optional.empty();
    }
  }

  private static Optional<WriteResult> result(Planned planned, BatchStatementResponse response) {
    if (response.error() == null) {
      return written(planned.write(), response.item()).map(WriteResult.Written::new);
    }
    return isRefusal(response)
        ? refusal(planned.write(), readable(response.error().item()))
        : Optional.empty();
  }

  /** Returns the record after it; an update returns the item before, if that can be read. */
  private static Optional<IdempotencyRecord> written(
      Write.Groupable write, Map<String, AttributeValue> before) {
    return switch (write) {
      case Write.Claim(Claim claim) -> Optional.of(IdempotencyRecord.claimed(claim));
      case Write.Ending end -> readable(before).map(end::after).map(FittedRecord::of);
    };
  }

  private static Optional<WriteResult> refusal(Write write, Optional<IdempotencyRecord> found) {
    return found
        .filter(record -> refuses(record, write))
        .map(record -> new WriteResult.Refused(Optional.of(record)));
  }

  /** Returns whether the record refuses the write: an expired one does not refuse a claim. */
  private static boolean refuses(IdempotencyRecord found, Write write) {
    return !(write instanceof Write.Claim && write.guard().holds(Optional.of(found)));
  }

  private static boolean isRefusal(BatchStatementResponse answer) {
    return answer.error() != null && REFUSALS.contains(answer.error().code());
  }

  /** A write as a statement. */
  private record Planned(Write.Groupable write, BatchStatementRequest statement) {}
}
