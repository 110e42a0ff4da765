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
 * not return the record that refused it: these records are read together. After a group of which
 * most claims were refused the next one reads first, and claims what is absent. Statements that
 * fail for other reasons go alone, with the SDK's retries.
 */
final class StatementGroups implements GroupWriter {
  private static final Logger LOG = LoggerFactory.getLogger(DynamoDbStore.class);

  /** The most statements that DynamoDB takes in a request. */
  private static final int LIMIT = 25;

  /**
   * Ends of handlers that write something themselves come one after the other. With so many
   * requests at once few of them wait for another one's answer. ADR 8 has the figures.
   */
  private static final int AT_ONCE = 8;

  private static final Set<BatchStatementErrorCodeEnum> REFUSALS =
      Set.of(
          BatchStatementErrorCodeEnum.DUPLICATE_ITEM,
          BatchStatementErrorCodeEnum.CONDITIONAL_CHECK_FAILED);

  private final DynamoDbClient client;
  private final RequestFactory requests;
  private final ErrorTranslator faults;
  private final TimeLeft timeLeft;
  private final GroupExperience experience;

  StatementGroups(
      DynamoDbClient client,
      RequestFactory requests,
      ErrorTranslator faults,
      TimeLeft timeLeft,
      GroupExperience experience) {
    this.client = client;
    this.requests = requests;
    this.faults = faults;
    this.timeLeft = timeLeft;
    this.experience = experience;
  }

  @Override
  public int limit() {
    return LIMIT;
  }

  @Override
  public int maxConcurrentRequests() {
    return AT_ONCE;
  }

  @Override
  public void write(List<Write.Groupable> writes, Answers answers) {
    List<Planned> plan =
        IntStream.range(0, writes.size()).mapToObj(i -> new Planned(i, writes.get(i))).toList();
    if (experience.denied().get()) {
      leaveAlone(plan, answers);
    } else {
      send(plan, answers);
    }
  }

  private static void leaveAlone(List<Planned> plan, Answers answers) {
    plan.forEach(planned -> answers.answer(planned.index(), Optional.empty()));
  }

  private void send(List<Planned> plan, Answers answers) {
    int claims = (int) plan.stream().filter(Planned::isClaim).count();
    List<Planned> rest =
        claims > 0 && experience.isMostlyCopies().get() ? withoutCopies(plan, answers) : plan;
    int refused = plan.size() - rest.size();
    if (!rest.isEmpty()) {
      refused += sendStatements(rest, answers);
    }
    experience.note(claims, refused);
  }

  /** Answers the claims that a record refuses as it stands; returns the other writes. */
  private List<Planned> withoutCopies(List<Planned> plan, Answers answers) {
    Map<RecordId, IdempotencyRecord> standing =
        read(plan.stream().filter(Planned::isClaim).map(Planned::id).toList());
    List<Planned> rest = new ArrayList<>();
    for (Planned planned : plan) {
      Optional<WriteResult> refusal =
          refusal(planned.write(), Optional.ofNullable(standing.get(planned.id())));
      if (refusal.isPresent()) {
        answers.answer(planned.index(), refusal);
      } else {
        rest.add(planned);
      }
    }
    return rest;
  }

  /** Returns how many claims were refused. */
  private int sendStatements(List<Planned> plan, Answers answers) {
    try {
      return answer(plan, responses(plan), answers);
    } catch (SdkException e) {
      unanswered(e, plan, answers);
      return 0;
    }
  }

  /** Leaves the writes to be sent alone after a lasting fault, which may be that of one of them. */
  private void unanswered(SdkException e, List<Planned> plan, Answers answers) {
    StoreException fault = faults.translate(e);
    if (fault.isTransient()) {
      throw fault;
    }
    noteDenial(e);
    leaveAlone(plan, answers);
  }

  /** Notes a lack of rights, but not such as expired credentials, which may be renewed. */
  private void noteDenial(SdkException e) {
    if (ErrorTranslator.isAccessDenied(e)) {
      noteDenial(String.valueOf(e.getMessage()));
    }
  }

  private void noteDenial(String why) {
    if (experience.denied().compareAndSet(false, true)) {
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
    List<BatchStatementRequest> statements =
        plan.stream().map(it -> requests.statement(it.write())).toList();
    return client
        .batchExecuteStatement(timeLeft.bound(RequestFactory.group(statements)))
        .responses();
  }

  /** Returns how many claims were refused. */
  private int answer(List<Planned> plan, List<BatchStatementResponse> responses, Answers answers) {
    List<Planned> unnamed = new ArrayList<>();
    int answered = Math.min(plan.size(), responses.size());
    for (int i = 0; i < answered; i++) {
      BatchStatementResponse response = responses.get(i);
      noteDenial(response);
      if (isRefusal(response) && !response.error().hasItem()) {
        unnamed.add(plan.get(i));
      } else {
        answers.answer(plan.get(i).index(), result(plan.get(i).write(), response));
      }
    }
    leaveAlone(plan.subList(answered, plan.size()), answers);
    if (!unnamed.isEmpty()) {
      answerUnnamed(unnamed, answers);
    }
    return unnamed.size();
  }

  private void answerUnnamed(List<Planned> unnamed, Answers answers) {
    Map<RecordId, IdempotencyRecord> standing = read(unnamed.stream().map(Planned::id).toList());
    for (Planned planned : unnamed) {
      answers.answer(
          planned.index(),
          refusal(planned.write(), Optional.ofNullable(standing.get(planned.id()))));
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

  private static Optional<WriteResult> result(
      Write.Groupable write, BatchStatementResponse response) {
    if (response.error() == null) {
      return written(write, response.item()).map(WriteResult.Written::new);
    }
    return isRefusal(response)
        ? refusal(write, readable(response.error().item()))
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
    return answer.error() != null
        && answer.error().code() != null
        && REFUSALS.contains(answer.error().code());
  }

  /** A write, and its place in what the caller gave. */
  private record Planned(int index, Write.Groupable write) {
    RecordId id() {
      return write.id();
    }

    boolean isClaim() {
      return write instanceof Write.Claim;
    }
  }
}
