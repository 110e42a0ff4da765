package dev.effectivelyonce.spring;

import dev.effectivelyonce.core.engine.FatalProcessError;
import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.core.handler.Handler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.postgres.PostgresStore;
import dev.effectivelyonce.postgres.SqlWork;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Transactions of Spring, each of one run of a method. The completion of the claim is the last
 * write in it: before, it would lock the record's row, and stop its renewals.
 */
final class JoinedTransactions {
  private static final Logger LOG = LoggerFactory.getLogger(JoinedTransactions.class);

  private static final Duration AGAIN_AFTER = Duration.ofSeconds(5);

  private final PlatformTransactionManager manager;
  private final TransactionDefinition definition;
  private final PostgresStore records;
  private final AbandonedClaimPolicy policy;

  JoinedTransactions(
      PlatformTransactionManager manager,
      TransactionDefinition definition,
      PostgresStore records,
      AbandonedClaimPolicy policy) {
    this.manager = manager;
    this.definition = definition;
    this.records = records;
    this.policy = policy;
  }

  ClosableHandler around(Handler method) {
    return new Run(method);
  }

  /** What the method did in its transaction, which is open, and what it returned. */
  record Joined(Run run, Effects returned) implements Effects {
    @Override
    public boolean yieldsValue() {
      return returned.yieldsValue();
    }

    CommitResult commit(Commit.Completing commit, IdempotencyStore store) {
      Commit.Completing own = new Commit.Completing(commit.completion(), returned, commit.keeper());
      return run.refused(own).or(() -> run.found(own, store)).orElseGet(run::unknown);
    }
  }

  /**
   * Rolls back a connection whose transaction was not committed. If a listener before the commit
   * throws a {@link TransactionException}, Spring does not, and resets the connection, by which the
   * driver would commit what was written so far, the completion of the record among it.
   */
  private record Uncommitted(ConnectionHolder holder) implements TransactionSynchronization {
    @Override
    public void afterCompletion(int status) {
      if (status != STATUS_COMMITTED) {
        try {
          holder.getConnection().rollback();
        } catch (SQLException | RuntimeException e) {
          LOG.warn("A connection could not be rolled back: {}", ErrorSummary.of(e).text());
        }
      }
    }
  }

  /** The run of a method for one message. */
  private final class Run implements ClosableHandler {
    private final Handler method;
    private Optional<TransactionStatus> begun = Optional.empty();

    Run(Handler method) {
      this.method = method;
    }

    @Override
    public HandlerResult handle(Attempt attempt) throws Exception {
      try {
        begun = Optional.of(manager.getTransaction(definition));
      } catch (TransactionException e) {
        // It waits, since it is no failure of the event.
        return HandlerResult.retryAfter(
            AGAIN_AFTER, "No transaction began: " + ErrorSummary.of(e).text());
      }
      if (!(TransactionSynchronizationManager.getResource(records.source())
              instanceof ConnectionHolder holder)
          || !TransactionSynchronizationManager.isSynchronizationActive()) {
        close();
        return HandlerResult.retry(
            "The transaction has no connection of the store's DataSource, or no synchronizations");
      }
      TransactionSynchronizationManager.registerSynchronization(new Uncommitted(holder));
      try {
        return joined(method.handle(attempt));
      } catch (Throwable e) {
        close();
        throw e;
      }
    }

    private HandlerResult joined(HandlerResult result) {
      return switch (result) {
        case HandlerResult.Completed(Optional<Object> value) -> joined(SqlWork.none(), value);
        case HandlerResult.Committing(Effects effects, Optional<Object> value) ->
            joined(effects, value);
        case HandlerResult.Unsuccessful unsuccessful -> {
          close();
          yield unsuccessful;
        }
      };
    }

    private HandlerResult joined(Effects effects, Optional<Object> value) {
      // JPA writes now and not at the commit, so that the method throws what the database refuses.
      open().filter(it -> !it.isRollbackOnly()).ifPresent(TransactionStatus::flush);
      return new HandlerResult.Committing(new Joined(this, effects), value);
    }

    /**
     * Writes the record, and ends the transaction, unless it is over. Returns the answer if nothing
     * was committed for sure; whether it was, the record says. To a COMMIT after an error that was
     * caught, PostgreSQL answers by a rollback, and the driver is silent about it.
     */
    private Optional<CommitResult> refused(Commit.Completing commit) {
      try {
        Optional<CommitResult> refused =
            open()
                .filter(it -> !it.isRollbackOnly())
                .map(it -> written(commit))
                .filter(it -> !(it instanceof CommitResult.Committed));
        if (refused.isEmpty()) {
          open().filter(it -> !it.isRollbackOnly()).ifPresent(manager::commit);
        }
        return refused;
      } catch (RuntimeException | Error e) {
        // Without its message: that of a database may quote the rows.
        LOG.warn(
            "A transaction was rolled back, or its answer is lost: {}: {}",
            commit.id(),
            ErrorSummary.of(e).text());
        FatalProcessError.throwIfShownBy(e);
        return Optional.empty();
      } finally {
        close();
      }
    }

    private CommitResult written(Commit.Completing commit) {
      ConnectionCallback<CommitResult> write =
          connection -> records.within(connection).commit(commit);
      return Objects.requireNonNull(new JdbcTemplate(records.source()).execute(write));
    }

    /** Returns the answer if the record is completed: by this attempt, or by another. */
    private Optional<CommitResult> found(Commit.Completing commit, IdempotencyStore store) {
      return store
          .find(commit.id())
          .filter(it -> it.status() == Status.COMPLETED)
          .map(it -> new CommitResult.Refused(Optional.of(it)));
    }

    /**
     * Returns the end of an attempt whose transaction did not commit, or may still. The write of
     * this end waits for the record's row, and is refused if the commit comes after all.
     */
    private CommitResult unknown() {
      String why = "The transaction was rolled back, or its answer is lost";
      return new CommitResult.EffectRefused(
          policy == AbandonedClaimPolicy.HOLD ? HandlerResult.fail(why) : HandlerResult.retry(why));
    }

    private Optional<TransactionStatus> open() {
      return begun.filter(it -> !it.isCompleted());
    }

    @Override
    public void close() {
      try {
        open().ifPresent(manager::rollback);
      } catch (RuntimeException e) {
        LOG.warn("A transaction could not be rolled back: {}", ErrorSummary.of(e).text());
      }
    }
  }
}
