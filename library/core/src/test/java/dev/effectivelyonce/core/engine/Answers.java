package dev.effectivelyonce.core.engine;

import dev.effectivelyonce.core.Samples;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.GroupWriter;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

/** A store that answers every call alike, and remembers what was asked and in which groups. */
final class Answers implements GroupWriter {
  static final int LIMIT = 3;

  final List<String> calls = new CopyOnWriteArrayList<>();
  final List<List<Write>> groups = new CopyOnWriteArrayList<>();
  volatile Instant now = Samples.NOW;
  private final Supplier<WriteResult> answer;

  Answers(Supplier<WriteResult> answer) {
    this.answer = answer;
  }

  /** An answer that comes when the latch is open. */
  static Supplier<WriteResult> when(CountDownLatch open, WriteResult answer) {
    return () -> {
      try {
        open.await();
        return answer;
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    };
  }

  IdempotencyStore gathered(LanesAtWork lanes, Platform.Pause pause) {
    InstantSource time = () -> now;
    Platform platform =
        new Platform(time.withZone(ZoneOffset.UTC), () -> Samples.FIRST, () -> 0L, pause);
    return new GatheringStore(store(), this, lanes, platform, writes -> {});
  }

  IdempotencyStore store() {
    return (IdempotencyStore)
        Proxy.newProxyInstance(
            IdempotencyStore.class.getClassLoader(),
            new Class<?>[] {IdempotencyStore.class},
            (proxy, method, args) -> {
              if (method.getName().equals("groups")) {
                return Optional.of(this);
              }
              if (method.getName().equals("transactions")) {
                return Optional.empty();
              }
              if (method.getName().equals("endingBy")) {
                calls.add("ending by " + args[0]);
                return proxy;
              }
              calls.add(method.getName());
              WriteResult result = answer.get();
              return method.getReturnType() == Optional.class ? recordOf(result) : result;
            });
  }

  static Optional<IdempotencyRecord> recordOf(WriteResult result) {
    return switch (result) {
      case WriteResult.Written(IdempotencyRecord record) -> Optional.of(record);
      case WriteResult.Refused(Optional<IdempotencyRecord> found) -> found;
    };
  }

  @Override
  public int limit() {
    return LIMIT;
  }

  /** The first of a group is answered, the last can't be told, what is between is left out. */
  @Override
  public void write(List<Write> writes, GroupWriter.Answers answers) {
    groups.add(writes);
    answers.answer(0, Optional.of(answer.get()));
    answers.answer(writes.size() - 1, Optional.empty());
  }
}
