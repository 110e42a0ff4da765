package dev.effectivelyonce.redis;

import static org.assertj.core.api.Assertions.fail;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.AttemptId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.ErrorSummary;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Step;
import dev.effectivelyonce.core.record.StoredResult;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.core.store.WriteResult.Refused;
import dev.effectivelyonce.core.store.WriteResult.Written;
import dev.effectivelyonce.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Records and writes of one consumer. */
final class Samples {
  static final ConsumerName ORDERS = new ConsumerName("orders");
  static final Instant NOW = ManualClock.START;
  static final Duration RETENTION = Duration.ofDays(19);
  static final ErrorSummary WHY = new ErrorSummary("com.example.CardDeclined");
  static final StoredResult RESULT = new StoredResult.Text("r-1");
  static final Step INTENT = Step.unbegun("charge", 1, 1).intendedBy(1);

  private Samples() {}

  static RecordId id(String key) {
    return RecordId.of(ORDERS, BusinessKey.of(key));
  }

  static WriteTimestamp stamp(Instant time) {
    return WriteTimestamp.of(time, RETENTION);
  }

  static Claim claim(String key, String owner) {
    return claimAt(NOW, key, owner);
  }

  static Claim claimAt(Instant time, String key, String owner) {
    return new Claim(id(key), new AttemptId(owner), time.plusSeconds(30), stamp(time));
  }

  static IdempotencyRecord claimed(IdempotencyStore store, String key) {
    return written(store.claim(claim(key, "a")));
  }

  static IdempotencyRecord completed(IdempotencyStore store, String key) {
    return written(store.complete(claimed(store, key), RESULT, stamp(NOW)));
  }

  static IdempotencyRecord failed(IdempotencyStore store, String key) {
    return written(store.fail(claimed(store, key), WHY, stamp(NOW)));
  }

  static IdempotencyRecord written(WriteResult result) {
    return switch (result) {
      case Written(IdempotencyRecord record) -> record;
      case Refused(var current) -> fail("Expected a write, but was refused by " + current);
    };
  }

  /** Returns the answers to writes of one group, in their order; empty: to go again, alone. */
  static List<Optional<WriteResult>> answers(IdempotencyStore store, Write.Groupable... writes) {
    Map<Integer, Optional<WriteResult>> answers = new TreeMap<>();
    store.groups().orElseThrow().write(List.of(writes), answers::put);
    return List.copyOf(answers.values());
  }

  /** Sends writes as the lanes of a batch do: what the group can't tell, alone. */
  static List<WriteResult> results(IdempotencyStore store, Write.Groupable... writes) {
    List<Optional<WriteResult>> answers = answers(store, writes);
    return IntStream.range(0, writes.length)
        .mapToObj(i -> answers.get(i).orElseGet(() -> store.write(writes[i])))
        .toList();
  }

  static Write.Claim claiming(String key, String owner) {
    return new Write.Claim(claim(key, owner));
  }
}
