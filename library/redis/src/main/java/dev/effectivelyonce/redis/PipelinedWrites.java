package dev.effectivelyonce.redis;

import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.GroupWriter;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.core.store.WriteResult.Refused;
import dev.effectivelyonce.redis.Commands.Answer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Sends the writes of a group in one round trip, each as its own script. */
record PipelinedWrites(Commands commands, EvictionWatch evictions) implements GroupWriter {
  private static final int LIMIT = 100;

  /** Few, since a request may take a connection of a pool. */
  private static final int AT_ONCE = 2;

  @Override
  public int limit() {
    return LIMIT;
  }

  @Override
  public int maxConcurrentRequests() {
    return AT_ONCE;
  }

  @Override
  public void write(List<Write.Groupable> writes, Answers answers) {
    boolean mayClaim =
        writes.stream().noneMatch(Write.Claim.class::isInstance)
            || evictions.refusal(commands).isEmpty();
    int[] sent =
        IntStream.range(0, writes.size()).filter(i -> mayBeSent(writes.get(i), mayClaim)).toArray();
    List<RecordSwap> swaps =
        Arrays.stream(sent).mapToObj(writes::get).map(it -> RecordSwap.of(it, it.known())).toList();
    List<Answer> replies =
        Script.WRITE.run(commands, swaps.stream().map(RecordSwap::call).toList());
    for (int i = 0; i < sent.length; i++) {
      answers.answer(sent[i], result(swaps.get(i), replies.get(i)));
    }
    IntStream.range(0, writes.size())
        .filter(i -> !mayBeSent(writes.get(i), mayClaim))
        .forEach(i -> answers.answer(i, Optional.empty()));
  }

  /**
   * Returns whether the guard holds for the record as seen; else the current one decides. A claim
   * that may not be made goes alone too, and learns why.
   */
  private static boolean mayBeSent(Write write, boolean mayClaim) {
    return write.guard().holds(write.known()) && (mayClaim || !(write instanceof Write.Claim));
  }

  /** Returns empty where the write goes again, alone, as its guard has not refused it. */
  private static Optional<WriteResult> result(RecordSwap swap, Answer answer) {
    if (!(answer instanceof Answer.Reply(List<String> reply))) {
      return Optional.empty();
    }
    try {
      WriteResult result = RedisStore.result(swap.id(), reply);
      return result instanceof Refused(Optional<IdempotencyRecord> current)
              && swap.write().guard().holds(current)
          ? Optional.empty()
          : Optional.of(result);
    } catch (StoreException unreadable) {
      return Optional.empty();
    }
  }
}
