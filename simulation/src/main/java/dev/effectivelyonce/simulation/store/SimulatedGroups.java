package dev.effectivelyonce.simulation.store;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Owner;
import dev.effectivelyonce.core.store.GroupWriter;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.simulation.history.Words;
import dev.effectivelyonce.testkit.StoreVerb;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Groups of writes as DynamoDB's statements carry them out: each by itself, in any order; a refusal
 * does not say by what, so that this is read afterwards; an expired record refuses a claim.
 */
final class SimulatedGroups implements GroupWriter {
  private static final int LIMIT = 25;

  /** What became of one statement. */
  private enum Fate {
    WRITTEN,
    REFUSED,
    FAILED
  }

  /** Its fate, and the answer where it was written. */
  private record Statement(Fate fate, Optional<WriteResult> written) {
    static final Statement FAILED = new Statement(Fate.FAILED, Optional.empty());
    static final Statement REFUSED = new Statement(Fate.REFUSED, Optional.empty());
  }

  private final SimulatedStore store;
  private final Table table;

  SimulatedGroups(SimulatedStore store, Table table) {
    this.store = store;
    this.table = table;
  }

  @Override
  public int limit() {
    return LIMIT;
  }

  @Override
  public void write(List<Write> writes, Answers answers) {
    List<Statement> statements = statements(writes);
    for (int i = 0; i < writes.size(); i++) {
      if (statements.get(i).fate() != Fate.REFUSED) {
        answers.answer(i, statements.get(i).written());
      }
    }
    Map<RecordId, IdempotencyRecord> standing = standing(writes, statements);
    for (int i = 0; i < writes.size(); i++) {
      if (statements.get(i).fate() == Fate.REFUSED) {
        answers.answer(i, refusal(writes.get(i), standing));
      }
    }
  }

  private List<Statement> statements(List<Write> writes) {
    try {
      return store.call(Words.of("GROUP of", writes.size()), () -> carryOut(writes));
    } catch (StoreException e) {
      if (e.isTransient()) {
        throw e;
      }
      return Collections.nCopies(writes.size(), Statement.FAILED);
    }
  }

  private List<Statement> carryOut(List<Write> writes) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < writes.size(); i++) {
      order.add(table.pick(order.size() + 1), i);
    }
    Statement[] statements = new Statement[writes.size()];
    order.forEach(i -> statements[i] = carryOut(writes.get(i)));
    return List.of(statements);
  }

  private Statement carryOut(Write write) {
    if (table.statementFails()) {
      return Statement.FAILED;
    }
    if (write instanceof Write.Claiming(Claim claim) && isInTheWay(claim)) {
      return Statement.REFUSED;
    }
    WriteResult result =
        table.write(verb(write), write.id(), owner(write), () -> write.to(table.records()));
    return result instanceof WriteResult.Written
        ? new Statement(Fate.WRITTEN, Optional.of(result))
        : Statement.REFUSED;
  }

  private boolean isInTheWay(Claim claim) {
    return table
        .records()
        .find(claim.id())
        .filter(record -> record.isExpired(claim.stamp().at()))
        .isPresent();
  }

  private Map<RecordId, IdempotencyRecord> standing(
      List<Write> writes, List<Statement> statements) {
    List<RecordId> unknown = new ArrayList<>();
    for (int i = 0; i < writes.size(); i++) {
      if (statements.get(i).fate() == Fate.REFUSED) {
        unknown.add(writes.get(i).id());
      }
    }
    return unknown.isEmpty() ? Map.of() : read(unknown);
  }

  private Map<RecordId, IdempotencyRecord> read(List<RecordId> ids) {
    try {
      return store.call(
          Words.of("READ of", ids.size()),
          () -> {
            Map<RecordId, IdempotencyRecord> found = new HashMap<>();
            ids.forEach(id -> table.records().find(id).ifPresent(it -> found.put(id, it)));
            return found;
          });
    } catch (StoreException e) {
      return Map.of();
    }
  }

  private Optional<WriteResult> refusal(Write write, Map<RecordId, IdempotencyRecord> standing) {
    return Optional.ofNullable(standing.get(write.id()))
        .filter(found -> refuses(found, write))
        .map(found -> refused(write, found));
  }

  private WriteResult refused(Write write, IdempotencyRecord found) {
    WriteResult refusal = new WriteResult.Refused(Optional.of(found));
    return write instanceof Write.Claiming(Claim claim) ? store.decidedOn(claim, refusal) : refusal;
  }

  private static boolean refuses(IdempotencyRecord found, Write write) {
    return !(write instanceof Write.Claiming(Claim claim) && found.isExpired(claim.stamp().at()));
  }

  private static StoreVerb verb(Write write) {
    return switch (write) {
      case Write.Claiming ignored -> StoreVerb.CLAIM;
      case Write.Completing ignored -> StoreVerb.COMPLETE;
      case Write.Releasing ignored -> StoreVerb.RELEASE;
      case Write.Failing ignored -> StoreVerb.FAIL;
    };
  }

  private static Owner owner(Write write) {
    return switch (write) {
      case Write.Claiming(Claim claim) -> claim.owner();
      case Write.Ending ending -> ending.mine().owner();
    };
  }
}
