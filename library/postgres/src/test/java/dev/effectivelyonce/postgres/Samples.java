package dev.effectivelyonce.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Claims and commits of tests, as of one time. */
final class Samples {
  static final Instant NOW = ManualClock.START;
  static final Duration RETENTION = Duration.ofDays(19);
  static final StoredResult RESULT = new StoredResult.Text("{\"receipt\":\"r-1\"}");

  private Samples() {}

  static RecordId id(String key) {
    return RecordId.of(new ConsumerName("payments"), BusinessKey.of(key));
  }

  static WriteTimestamp stamp() {
    return WriteTimestamp.of(NOW, RETENTION);
  }

  static Claim claim(String key, String owner) {
    return new Claim(id(key), new AttemptId(owner), NOW.plusSeconds(30), stamp());
  }

  static IdempotencyRecord claimed(IdempotencyStore store, String key) {
    return written(store.claim(claim(key, "a")));
  }

  static IdempotencyRecord written(WriteResult result) {
    if (result instanceof WriteResult.Written(IdempotencyRecord record)) {
      return record;
    }
    throw new AssertionError("Refused: " + result);
  }

  static Commit completing(IdempotencyRecord mine, SqlWork work) {
    return new Commit.Completing(new Write.Complete(mine, RESULT, stamp()), work);
  }

  static CommitResult complete(IdempotencyStore store, IdempotencyRecord mine, SqlWork work) {
    return commit(store, completing(mine, work));
  }

  static CommitResult commit(IdempotencyStore store, Commit commit) {
    return store.transactions().orElseThrow().commit(commit);
  }

  static void assertCommitted(CommitResult result) {
    assertThat(result).isInstanceOf(CommitResult.Committed.class);
  }

  /** Returns of which kind the fault of a call is. */
  static StoreException.Kind fault(Runnable call) {
    return catchThrowableOfType(StoreException.class, call::run).kind();
  }

  static Instant now() {
    return Platform.system().clock().instant();
  }

  static Commit.AtOnce atOnce(String key, String owner, SqlWork work) {
    return new Commit.AtOnce(claim(key, owner), StoredResult.none(), work);
  }

  /** Returns the answers to commits of one group, in their order; none if it fails. */
  static List<Optional<CommitResult>> together(
      IdempotencyStore store, List<Commit.AtOnce> commits) {
    Map<Integer, Optional<CommitResult>> answers = new TreeMap<>();
    store.transactions().orElseThrow().commitGroups().orElseThrow().commit(commits, answers::put);
    return List.copyOf(answers.values());
  }

  /** Returns the answers to writes of one group, in their order. */
  static List<Optional<WriteResult>> written(
      IdempotencyStore store, List<? extends Write.Groupable> writes) {
    Map<Integer, Optional<WriteResult>> answers = new TreeMap<>();
    store.groups().orElseThrow().write(List.copyOf(writes), answers::put);
    return List.copyOf(answers.values());
  }
}
