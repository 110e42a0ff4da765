package dev.effectivelyonce.testkit;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.Transactions;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Supplier;

/**
 * A store that misbehaves as a test scripts it, in front of a real one. Scripts of a verb are used
 * up in the order in which they were given, one for each call; then calls pass through. Safe for
 * use by many threads, of which each script meets one.
 */
public final class FaultyStore implements IdempotencyStore {
  /** What happens around one call. */
  private record Script(Runnable before, Runnable after) {}

  private static final Script PASS = new Script(() -> {}, () -> {});

  private final IdempotencyStore store;
  private final Map<StoreVerb, Queue<Script>> scripts = new EnumMap<>(StoreVerb.class);
  private final Map<StoreVerb, Integer> calls = new EnumMap<>(StoreVerb.class);

  /** Passes every call on until it is scripted otherwise. */
  public FaultyStore(IdempotencyStore store) {
    this.store = store;
  }

  /** The next {@code times} calls of the verb fail as unreachable before anything is written. */
  public FaultyStore failNext(StoreVerb verb, int times) {
    return failNext(verb, times, StoreException.Kind.UNREACHABLE);
  }

  /** The next {@code times} calls of the verb fail before anything is written. */
  public FaultyStore failNext(StoreVerb verb, int times, StoreException.Kind kind) {
    return script(verb, times, new Script(() -> raise(verb, kind, "before its write"), () -> {}));
  }

  /** The next {@code times} calls of the verb are carried out, but their answers are lost. */
  public FaultyStore loseAnswerOfNext(StoreVerb verb, int times) {
    Runnable lost = () -> raise(verb, StoreException.Kind.UNREACHABLE, "after its write");
    return script(verb, times, new Script(() -> {}, lost));
  }

  /** Runs the action before the next call of the verb, such as a rival's write. */
  public FaultyStore beforeNext(StoreVerb verb, Runnable action) {
    return script(verb, 1, new Script(action, () -> {}));
  }

  /** Runs the action after the next call of the verb, before its answer, such as moving a clock. */
  public FaultyStore afterNext(StoreVerb verb, Runnable action) {
    return script(verb, 1, new Script(() -> {}, action));
  }

  /** How many calls of the verb there were, the failed ones included. */
  public synchronized int calls(StoreVerb verb) {
    return calls.getOrDefault(verb, 0);
  }

  @Override
  public WriteResult write(Write write) {
    return run(StoreVerb.of(write), () -> store.write(write));
  }

  @Override
  public Optional<IdempotencyRecord> find(RecordId id) {
    return run(StoreVerb.FIND, () -> store.find(id));
  }

  @Override
  public Optional<Transactions> transactions() {
    return store.transactions().map(it -> commit -> run(StoreVerb.COMMIT, () -> it.commit(commit)));
  }

  private <T> T run(StoreVerb verb, Supplier<T> call) {
    Script script = next(verb);
    script.before().run();
    T answer = call.get();
    script.after().run();
    return answer;
  }

  private synchronized Script next(StoreVerb verb) {
    calls.merge(verb, 1, Integer::sum);
    Script script = scripts.getOrDefault(verb, new ArrayDeque<>()).poll();
    return script == null ? PASS : script;
  }

  private synchronized FaultyStore script(StoreVerb verb, int times, Script script) {
    Queue<Script> queue = scripts.computeIfAbsent(verb, key -> new ArrayDeque<>());
    for (int i = 0; i < times; i++) {
      queue.add(script);
    }
    return this;
  }

  private static void raise(StoreVerb verb, StoreException.Kind kind, String when) {
    throw new StoreException(
        kind, "The test's script failed " + verb + " " + when, "See the script of the test", null);
  }
}
