package dev.effectivelyonce.postgres;

import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.core.handler.HandlerResult.NotDone;
import dev.effectivelyonce.core.record.Owner;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.CommitGroups;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.Transactions;
import dev.effectivelyonce.core.store.WriteResult;
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
record PostgresTransactions(Database database, Records records)
    implements Transactions, CommitGroups {
  private static final int LIMIT = 25;

  /** How long an attempt that only observes is remembered: longer than a commit is repeated. */
  private static final String REMEMBERED = "extract(epoch FROM now())::bigint + 86400";

  @Override
  public CommitResult commit(Commit commit) {
    SqlWork work = work(commit);
    return database.transaction(
        session -> {
          session.first(WorkRun.SAVEPOINT);
          CommitResult result = carriedOut(session, commit, work);
          return result instanceof CommitResult.Committed ? ended(session, result) : result;
        });
  }

  /** Commits; an error that tells for sure that nothing happened is the work's. */
  private static CommitResult ended(Session session, CommitResult result) throws SQLException {
    try {
      session.commit();
      return result;
    } catch (SQLException e) {
      return new CommitResult.EffectRefused(WorkRun.outcome(e, Optional.empty()));
    }
  }

  private CommitResult carriedOut(Session session, Commit commit, SqlWork work)
      throws SQLException {
    return switch (commit) {
      case Commit.Recorded recorded ->
          switch (records.write(session, RecordWrite.of(recorded))) {
            case WriteResult.Refused(var current) -> new CommitResult.Refused(current);
            case WriteResult.Written ignored -> done(session, work);
          };
      case Commit.Unrecorded(Owner attempt, Effects ignored) ->
          session.update(observed(attempt)) == 0
              ? new CommitResult.Committed()
              : done(session, work);
    };
  }

  private static CommitResult done(Session session, SqlWork work) throws SQLException {
    Optional<NotDone> refusal = new WorkRun(work).refusal(session);
    return refusal.isPresent()
        ? new CommitResult.EffectRefused(refusal.get())
        : new CommitResult.Committed();
  }

  private static Sql observed(Owner attempt) {
    return Sql.of(
        "INSERT INTO effectively_once_observed (owner, kept_until_s) VALUES (?, "
            + REMEMBERED
            + ") ON CONFLICT (owner) DO NOTHING",
        Sql.Value.of(attempt.value()));
  }

  private static SqlWork work(Commit commit) {
    if (commit.effects() instanceof SqlWork work) {
      return work;
    }
    throw new IllegalArgumentException(
        "A PostgresStore does a SqlWork, and can't do a " + commit.effects().getClass().getName());
  }

  @Override
  public Optional<CommitGroups> commitGroups() {
    return Optional.of(this);
  }

  @Override
  public int limit() {
    return LIMIT;
  }

  /** {@inheritDoc} Here: each behind a savepoint, in the order of their ids. */
  @Override
  public void commit(List<Commit.AtOnce> commits, Answers answers) {
    Map<Integer, SqlWork> works = new LinkedHashMap<>();
    IntStream.range(0, commits.size())
        .boxed()
        .sorted(Comparator.comparing(i -> commits.get(i).id().value()))
        .forEach(i -> works.put(i, work(commits.get(i))));
    together(commits, works)
        .ifPresentOrElse(
            results -> results.forEach((i, result) -> answers.answer(i, Optional.of(result))),
            () -> works.keySet().forEach(i -> answers.answer(i, Optional.empty())));
  }

  /** Returns empty if nothing happened because of a few of them: each is then to go alone. */
  private Optional<Map<Integer, CommitResult>> together(
      List<Commit.AtOnce> commits, Map<Integer, SqlWork> works) {
    return database.transaction(
        session -> {
          Map<Integer, CommitResult> results = new LinkedHashMap<>();
          try {
            for (Map.Entry<Integer, SqlWork> work : works.entrySet()) {
              int i = work.getKey();
              results.put(i, behindSavepoint(session, commits.get(i), work.getValue()));
            }
            return ended(session, new CommitResult.Committed()) instanceof CommitResult.Committed
                ? Optional.of(results)
                : Optional.empty();
          } catch (SQLException e) {
            if (isMeeting(e)) {
              return Optional.empty();
            }
            throw e;
          }
        });
  }

  private CommitResult behindSavepoint(Session session, Commit commit, SqlWork work)
      throws SQLException {
    session.first(WorkRun.SAVEPOINT);
    CommitResult result = carriedOut(session, commit, work);
    if (result instanceof CommitResult.EffectRefused) {
      session.first(WorkRun.BACK_TO_SAVEPOINT);
    }
    return result;
  }

  /** Returns whether the transaction met another, and nothing of it happened. */
  private static boolean isMeeting(SQLException e) {
    return SqlFaults.translate(e).kind() == StoreException.Kind.THROTTLED;
  }
}
