package dev.effectivelyonce.tests.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.cache.CacheBounds;
import dev.effectivelyonce.core.cache.CachingStore;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.store.Commit;
import dev.effectivelyonce.core.store.CommitResult;
import dev.effectivelyonce.core.store.Transactions;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.testkit.InMemoryEffects;
import dev.effectivelyonce.testkit.InMemoryStore;
import dev.effectivelyonce.testkit.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A cache in front of groups of writes and of transactions. */
class CacheGroupsTest {
  private static final StoredResult RESULT = new StoredResult.Text("done");

  private final ManualClock clock = new ManualClock();
  private final InMemoryStore memory = new InMemoryStore();
  private final Groups groups = new Groups(memory);
  private final SeenCommits commits = new SeenCommits(groups);
  private final CachingStore cache =
      CachingStore.around(commits.store(), CacheBounds.standard(), clock);
  private int effects;
  private int owners;

  private Claim claim(String key) {
    return new Claim(
        RecordId.of(Bench.ORDERS, BusinessKey.of(key)),
        new AttemptId("owner-" + ++owners),
        clock.instant().plusSeconds(30),
        WriteTimestamp.of(clock.instant(), Duration.ofDays(19)));
  }

  private Commit.AtOnce atOnce(String key) {
    return new Commit.AtOnce(claim(key), RESULT, InMemoryEffects.of(() -> effects++));
  }

  private Transactions transactions() {
    return cache.transactions().orElseThrow();
  }

  private Map<Integer, WriteResult> claimed(String... keys) {
    Map<Integer, WriteResult> answers = new TreeMap<>();
    cache
        .groups()
        .orElseThrow()
        .write(
            Stream.of(keys).<Write.Groupable>map(key -> new Write.Claim(claim(key))).toList(),
            (i, answer) -> answers.put(i, answer.orElseThrow()));
    return answers;
  }

  private Map<Integer, CommitResult> committed(String... keys) {
    Map<Integer, CommitResult> answers = new TreeMap<>();
    transactions()
        .commitGroups()
        .orElseThrow()
        .commit(
            Stream.of(keys).map(this::atOnce).toList(),
            (i, answer) -> answers.put(i, answer.orElseThrow()));
    return answers;
  }

  private Optional<IdempotencyRecord> standing(String key) {
    return memory.find(RecordId.of(Bench.ORDERS, BusinessKey.of(key)));
  }

  @Test
  void rememberedClaimsDoNotJoinAGroup() {
    transactions().commit(atOnce("b"));

    Map<Integer, WriteResult> answers = claimed("a", "b", "c");

    assertThat(groups.sizes).containsExactly(2);
    assertThat(answers.get(1)).isEqualTo(new WriteResult.Refused(standing("b")));
    assertThat(answers.get(0)).isEqualTo(new WriteResult.Written(standing("a").orElseThrow()));
    assertThat(answers.get(2)).isEqualTo(new WriteResult.Written(standing("c").orElseThrow()));
  }

  @Test
  void refusalsOfAGroupAreRemembered() {
    memory.transactions().orElseThrow().commit(atOnce("a"));
    memory.transactions().orElseThrow().commit(atOnce("b"));
    claimed("a", "b");

    claimed("a", "b");

    assertThat(groups.sizes).containsExactly(2);
  }

  @Test
  void aRefusedCommitIsRemembered() {
    memory.transactions().orElseThrow().commit(atOnce("a"));
    transactions().commit(atOnce("a"));

    transactions().commit(atOnce("a"));

    assertThat(commits.alone).hasSize(1);
  }

  @Test
  void rememberedCommitsDoNotJoinAGroup() {
    committed("a", "b");

    Map<Integer, CommitResult> answers = committed("a", "c", "b");

    assertThat(commits.together).extracting(List::size).containsExactly(2, 1);
    assertThat(answers.get(0)).isEqualTo(new CommitResult.Refused(standing("a")));
    assertThat(answers.get(1)).isEqualTo(new CommitResult.Committed(RESULT));
    assertThat(answers.get(2)).isEqualTo(new CommitResult.Refused(standing("b")));
    assertThat(effects).isEqualTo(3);
  }

  @Test
  void whatEffectsYieldedIsWhatTheCacheAnswers() {
    InMemoryEffects yielding = InMemoryEffects.of(() -> effects++).yielding(() -> "id-7");
    Commit.Keeper keeper =
        value -> new CommitResult.Committed(new StoredResult.Text("" + value.orElseThrow()));
    transactions().commit(new Commit.AtOnce(claim("a"), StoredResult.none(), yielding, keeper));

    claimed("a");

    assertThat(groups.sizes).isEmpty();
    assertThat(cache.claim(claim("a"))).isEqualTo(new WriteResult.Refused(standing("a")));
    assertThat(standing("a").orElseThrow().result()).isEqualTo(new StoredResult.Text("id-7"));
  }

  /** DynamoDB answers a repeated commit as it did the first time, whatever happened since. */
  @Test
  void aCommitThatIsSentAgainIsRememberedFromItsFirstTime() {
    Commit.AtOnce commit = atOnce("a");
    clock.advance(CacheBounds.standard().age());
    transactions().commit(commit);

    transactions().commit(atOnce("a"));

    assertThat(commits.alone).hasSize(2);
  }
}
