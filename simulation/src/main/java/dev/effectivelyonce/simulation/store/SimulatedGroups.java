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
 * of a claim does not say by what, so that this is read afterwards; an expired record refuses one.
 */
final class SimulatedGroups implements GroupWriter {
  /** What became of one statement. */
  private sealed interface Statement {
    /** It is known what it came to; empty: it failed, and may have happened or not. */
    record Known(Optional<WriteResult> result) implements Statement {
      @Override
      public String toString() {
        return new Told(result).toString();
      }
    }

    /** It was refused by a record that the answer does not name. */
    record RefusedUnnamed() implements Statement {
      @Override
      public String toString() {
        return "refused";
      }
    }
  }

  private final SimulatedStore store;
  private final Table table;

  SimulatedGroups(SimulatedStore store, Table table) {
    this.store = store;
    this.table = table;
  }

  @Override
  public int limit() {
    return table.groupLimit();
  }

  @Override
  public void write(List<Write> writes, Answers answers) {
    List<Statement> statements;
    try {
      statements = store.call(Words.of("GROUP", ids(writes)), () -> carryOut(writes));
    } catch (StoreException e) {
      if (e.isTransient()) {
        throw e;
      }
      statements = Collections.nCopies(writes.size(), new Statement.Known(Optional.empty()));
    }
    answer(writes, statements, answers);
  }

  private List<String> ids(List<Write> writes) {
    return writes.stream()
        .map(it -> verb(it) + " " + table.name(it.id()) + " by " + owner(it))
        .toList();
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
      if (table.pick(2) == 1) {
        carryOutSurely(write);
      }
      return new Statement.Known(Optional.empty());
    }
    return carryOutSurely(write);
  }

  /** An UPDATE that is refused names the record; an INSERT does not, nor does it see expiry. */
  private Statement carryOutSurely(Write write) {
    if (write instanceof Write.Claiming(Claim claim) && isInTheWay(claim)) {
      return new Statement.RefusedUnnamed();
    }
    WriteResult result =
        table.write(verb(write), write.id(), owner(write), () -> write.to(table.records()));
    boolean isNamed =
        switch (result) {
          case WriteResult.Written ignored -> true;
          case WriteResult.Refused(Optional<IdempotencyRecord> current) ->
              write instanceof Write.Ending && current.isPresent();
        };
    return isNamed ? new Statement.Known(Optional.of(result)) : new Statement.RefusedUnnamed();
  }

  private boolean isInTheWay(Claim claim) {
    return table
        .records()
        .find(claim.id())
        .filter(record -> record.isExpired(claim.stamp().at()))
        .isPresent();
  }

  /** Those that are known first: a lane need not wait for what others still have to ask. */
  private void answer(List<Write> writes, List<Statement> statements, Answers answers) {
    List<Integer> unnamed = new ArrayList<>();
    for (int i = 0; i < writes.size(); i++) {
      switch (statements.get(i)) {
        case Statement.Known(Optional<WriteResult> result) -> answers.answer(i, result);
        case Statement.RefusedUnnamed() -> unnamed.add(i);
      }
    }
    if (!unnamed.isEmpty()) {
      Map<RecordId, IdempotencyRecord> standing =
          read(unnamed.stream().map(i -> writes.get(i).id()).toList());
      unnamed.forEach(i -> answers.answer(i, refusal(writes.get(i), standing)));
    }
  }

  private Map<RecordId, IdempotencyRecord> read(List<RecordId> ids) {
    try {
      return store.call(
          Words.of("READ of", ids.size()),
          () -> {
            Map<RecordId, IdempotencyRecord> found = new HashMap<>();
            ids.forEach(id -> table.findAmongOthers(id).ifPresent(it -> found.put(id, it)));
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
