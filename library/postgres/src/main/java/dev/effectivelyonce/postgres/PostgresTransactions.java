package dev.effectivelyonce.postgres;

import dev.effectivelyonce.core.handler.HandlerResult.Unsuccessful;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.CommitGroups;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.Transactions;
import dev.effectivelyonce.core.store.WriteResult;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Writes a record, then does a {@link SqlWork} on the same connection, then commits once. Since the
 * record comes first, a rival waits for its row, and its refusal goes before the work's.
 */
record PostgresTransactions(Database database, Records records, Savepoint savepoint)
    implements Transactions, CommitGroups {
  private static final int LIMIT = 25;

  @Override
  public CommitResult commit(Commit commit) {
    return database.transaction(
        session -> {
          CommitResult result = begun(session, commit);
          return result instanceof CommitResult.Committed
              ? ended(session).<CommitResult>map(CommitResult.EffectRefused::new).orElse(result)
              : result;
        });
  }

  /** Writes record and effects in the transaction of a connection, which it does not end. */
  CommitResult commit(Commit commit, Connection connection) {
    return database.joined(connection, session -> begun(session, commit));
  }

  private CommitResult begun(Session session, Commit commit) throws SQLException {
    if (!(commit.effects() instanceof SqlWork work)) {
      return CommitResult.EffectRefused.otherEffects(commit.effects(), "a SqlWork");
    }
    session.first(savepoint.set());
    if (work.mayLeaveRole()) {
      session.first(Role.KEPT);
    }
    return carriedOut(session, commit, work);
  }

  /** Commits; returns the outcome of an error that tells for sure that nothing happened. */
  private static Optional<Unsuccessful> ended(Session session) throws SQLException {
    try {
      session.commit();
      return Optional.empty();
    } catch (SQLException e) {
      return Optional.of(WorkRun.outcome(e, Optional.empty()));
    }
  }

  private CommitResult carriedOut(Session session, Commit commit, SqlWork work)
      throws SQLException {
    return switch (commit) {
      case Commit.Recorded recorded ->
          switch (records.write(session, RecordWrite.of(recorded))) {
            case WriteResult.Refused(var current) -> new CommitResult.Refused(current);
            case WriteResult.Written(var written) ->
                done(session, commit, work, new Kept.ByRecord(written.id(), written.result()));
          };
      case Commit.Unrecorded once -> {
        Kept.ByAttempt kept = new Kept.ByAttempt(once.attempt());
        yield kept.isNew(session)
            ? done(session, commit, work, kept)
            : new CommitResult.Committed(kept.result(session));
      }
    };
  }

  /**
   * Does the work, and keeps what its keeper decides of the value that it yields. A refusal leaves
   * the savepoint where it was set, before the record's write.
   */
  private CommitResult done(Session session, Commit commit, SqlWork work, Kept kept)
      throws SQLException {
    WorkRun run = new WorkRun(work);
    WorkRun.Ran ran = run.on(session);
    if (ran.refusal().isPresent()) {
      return new CommitResult.EffectRefused(ran.refusal().get());
    }
    CommitResult.GuardHeld answer = commit.keeper().keep(ran.yielded());
    if (!(answer instanceof CommitResult.Committed(StoredResult result))) {
      return answer;
    }
    Optional<Unsuccessful> broken = run.broken(session, savepoint);
    if (broken.isPresent()) {
      return new CommitResult.EffectRefused(broken.get());
    }
    try {
      return new CommitResult.Committed(kept.keep(session, RecordRow.fitted(result)));
    } catch (SQLException e) {
      return new CommitResult.EffectRefused(WorkRun.outcome(e, Optional.empty()));
    }
  }

  @Override
  public Optional<CommitGroups> commitGroups() {
    return Optional.of(this);
  }

  @Override
  public int limit() {
    return LIMIT;
  }

  /**
   * {@inheritDoc} Here: those that set nothing, each behind a savepoint, in the order of their ids.
   * The others come first, each in a transaction of its own, since what one sets for its
   * transaction outlives its savepoint.
   */
  @Override
  public void commit(List<Commit.AtOnce> commits, Answers answers) {
    Map<Integer, SqlWork> works = new LinkedHashMap<>();
    IntStream.range(0, commits.size())
        .boxed()
        .sorted(Comparator.comparing(i -> commits.get(i).id().value()))
        .forEach(
            i -> {
              if (commits.get(i).effects() instanceof SqlWork work && work.setsNothing()) {
                works.put(i, work);
              } else {
                answers.answer(i, onItsOwn(commits.get(i)));
              }
            });
    if (works.isEmpty()) {
      return;
    }
    together(commits, works)
        .ifPresentOrElse(
            results -> results.forEach((i, result) -> answers.answer(i, Optional.of(result))),
            () -> works.keySet().forEach(i -> answers.answer(i, Optional.empty())));
  }

  /** Returns empty if the fault is of this commit, so that it does not keep the others back. */
  private Optional<CommitResult> onItsOwn(Commit commit) {
    try {
      return Optional.of(commit(commit));
    } catch (StoreException e) {
      return apart(e);
    }
  }

  /** Returns empty if nothing happened because of a few of them: each is then to go alone. */
  private Optional<Map<Integer, CommitResult>> together(
      List<Commit.AtOnce> commits, Map<Integer, SqlWork> works) {
    return database.transaction(
        session -> {
          Map<Integer, CommitResult> results = new LinkedHashMap<>();
          session.first(savepoint.set());
          try {
            for (Map.Entry<Integer, SqlWork> work : works.entrySet()) {
              int i = work.getKey();
              results.put(i, behindSavepoint(session, commits.get(i), work.getValue()));
            }
            boolean isCommitted = ended(session).isEmpty();
            return isCommitted ? Optional.of(results) : Optional.empty();
          } catch (SQLException e) {
            return WorkRun.isEnded(e) ? Optional.empty() : apart(SqlFaults.translate(e));
          } catch (StoreException e) {
            return apart(e);
          }
        });
  }

  /** Sets the savepoint anew first, so that no work finds one of the work before. */
  private CommitResult behindSavepoint(Session session, Commit commit, SqlWork work)
      throws SQLException {
    session.first(savepoint.setAnew());
    CommitResult result = carriedOut(session, commit, work);
    if (result instanceof CommitResult.EffectRefused) {
      session.first(savepoint.goBack());
    }
    return result;
  }

  /**
   * Returns empty if the fault may be of one commit, or of two that met: each is to go alone. What
   * the database denies to all of them it denies fast.
   */
  private static <T> Optional<T> apart(StoreException fault) {
    return switch (fault.kind()) {
      case THROTTLED, UNREADABLE, DENIED, MISCONFIGURED -> Optional.empty();
      case UNREACHABLE -> throw fault;
    };
  }
}
