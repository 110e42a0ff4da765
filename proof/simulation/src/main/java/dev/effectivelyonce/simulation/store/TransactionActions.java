package dev.effectivelyonce.simulation.store;

import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.simulation.history.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * A record and its effects, as actions of a transaction: the record's comes first.
 *
 * @param effects the items that are put beside the record
 */
record TransactionActions(Statement record, List<Put> effects) {
  private static final CancellationReason NONE = CancellationReason.builder().code("None").build();

  /** The records of a transaction, each with what follows it. */
  static List<TransactionActions> of(List<TransactWriteItem> actions) {
    List<TransactionActions> members = new ArrayList<>();
    for (TransactWriteItem action : actions) {
      if (action.update() != null) {
        members.add(new TransactionActions(Statement.of(action.update()), new ArrayList<>()));
      } else if (action.put().tableName().equals(RecordsClient.TABLE)) {
        members.add(new TransactionActions(Statement.of(action.put()), new ArrayList<>()));
      } else {
        members.getLast().effects().add(action.put());
      }
    }
    return members;
  }

  Words words(Table table) {
    Write write = record.write();
    return Words.of(table.name(write.id()), "by", commit(table).attempt());
  }

  private Commit.Recorded commit(Table table) {
    return switch (record.write()) {
      case Write.Claim(Claim claim) ->
          new Commit.AtOnce(
              claim, Items.record(record.sets()).result(), table.effects().arrived(effects));
      case Write.Complete completion ->
          new Commit.Completing(completion, table.effects().arrived(effects));
      case Write.Ending ending ->
          throw new IllegalStateException("A transaction completes, and does not " + ending);
    };
  }

  /** What it comes to beside others that may cancel it, which changes nothing. */
  List<CancellationReason> foreseen(Table table) {
    Optional<IdempotencyRecord> standing = table.records().find(record.write().id());
    return record.write() instanceof Write.Claim(Claim claim)
        ? standing
            .filter(it -> !it.isExpired(claim.stamp().at()))
            .map(this::refused)
            .orElseGet(this::none)
        : none();
  }

  /** Carries it out; empty: it has happened. */
  List<CancellationReason> carriedOut(Table table) {
    return switch (table.commit(commit(table))) {
      case CommitResult.Committed ignored -> List.of();
      case CommitResult.Refused(Optional<IdempotencyRecord> current) ->
          reasons(refusal(current.map(Items::of)));
      case CommitResult.EffectRefused refused ->
          throw new IllegalStateException("Effects of histories have no conditions: " + refused);
    };
  }

  /** Another transaction is in its way. */
  List<CancellationReason> conflict() {
    return reasons(CancellationReason.builder().code("TransactionConflict").build());
  }

  private List<CancellationReason> refused(IdempotencyRecord standing) {
    return reasons(refusal(Optional.of(Items.of(standing))));
  }

  private static CancellationReason refusal(Optional<Map<String, AttributeValue>> standing) {
    CancellationReason.Builder reason = CancellationReason.builder().code("ConditionalCheckFailed");
    standing.ifPresent(reason::item);
    return reason.build();
  }

  private List<CancellationReason> none() {
    return reasons(NONE);
  }

  private List<CancellationReason> reasons(CancellationReason ofRecord) {
    List<CancellationReason> reasons = new ArrayList<>(List.of(ofRecord));
    effects.forEach(ignored -> reasons.add(NONE));
    return reasons;
  }

  static boolean isNone(CancellationReason reason) {
    return reason.equals(NONE);
  }
}
