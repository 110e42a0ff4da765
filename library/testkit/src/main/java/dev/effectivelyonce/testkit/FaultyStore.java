package dev.effectivelyonce.testkit;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.store.Durability;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.IdempotencyStore.Verb;
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
 * A store in front of a real one that fails according to a test's script. The scripts of a verb are
 * used up in the order in which they were added, one for each call; then calls pass through. Safe
 * for use by many threads; each script applies to a call of one of them.
 */
public final class FaultyStore implements IdempotencyStore {
  /** The actions around one call. */
  private record Script(Runnable before, Runnable after) {}

  private static final Script PASS = new Script(() -> {}, () -> {});

  private final IdempotencyStore store;
  private final Map<Verb, Queue<Script>> scripts = new EnumMap<>(Verb.class);
  private final Map<Verb, Integer> calls = new EnumMap<>(Verb.class);
  private boolean isDown;

  /** Creates a store that passes on every call without a script. */
  public FaultyStore(IdempotencyStore store) {
    this.store = store;
  }

  /** Makes the next {@code times} calls of the verb unreachable, before anything is written. */
  public FaultyStore failNext(Verb verb, int times) {
    return failNext(verb, times, StoreException.Kind.UNREACHABLE);
  }

  /** Makes the next {@code times} calls of the verb fail before anything is written. */
  public FaultyStore failNext(Verb verb, int times, StoreException.Kind kind) {
    return script(verb, times, new Script(() -> raise(verb, kind, "before its write"), () -> {}));
  }

  /** Loses the answers of the next {@code times} calls of the verb, which are carried out. */
  public FaultyStore loseAnswerOfNext(Verb verb, int times) {
    Runnable lost = () -> raise(verb, StoreException.Kind.UNREACHABLE, "after its write");
    return script(verb, times, new Script(() -> {}, lost));
  }

  /** Makes every call fail until {@link #heal}. Meanwhile scripts are not used up. */
  public synchronized FaultyStore goDown() {
    isDown = true;
    return this;
  }

  /**
   * Makes every call fail from the next call of the verb until {@link #heal}. To the store this
   * looks like a process that dies at that call.
   */
  public FaultyStore goDownAtNext(Verb verb) {
    Runnable death =
        () -> {
          goDown();
          raise(verb, StoreException.Kind.UNREACHABLE, "before its write");
        };
    return script(verb, 1, new Script(death, () -> {}));
  }

  /** Lets calls reach the store again. */
  public synchronized FaultyStore heal() {
    isDown = false;
    return this;
  }

  /** Runs the action before the next call of the verb, for example a rival's write. */
  public FaultyStore beforeNext(Verb verb, Runnable action) {
    return script(verb, 1, new Script(action, () -> {}));
  }

  /**
   * Runs the action after the next call of the verb, but before its answer, for example to move a
   * clock.
   */
  public FaultyStore afterNext(Verb verb, Runnable action) {
    return script(verb, 1, new Script(() -> {}, action));
  }

  /** Returns the number of calls of the verb, including failed ones. */
  public synchronized int calls(Verb verb) {
    return calls.getOrDefault(verb, 0);
  }

  @Override
  public WriteResult write(Write write) {
    return run(Verb.of(write), () -> store.write(write));
  }

  @Override
  public Optional<IdempotencyRecord> find(RecordId id) {
    return run(Verb.FIND, () -> store.find(id));
  }

  @Override
  public Durability durability() {
    return store.durability();
  }

  @Override
  public Optional<Transactions> transactions() {
    return store.transactions().map(it -> commit -> run(Verb.COMMIT, () -> it.commit(commit)));
  }

  private <T> T run(Verb verb, Supplier<T> call) {
    Script script = next(verb);
    script.before().run();
    T answer = call.get();
    script.after().run();
    return answer;
  }

  private synchronized Script next(Verb verb) {
    calls.merge(verb, 1, Integer::sum);
    if (isDown) {
      return new Script(
          () -> raise(verb, StoreException.Kind.UNREACHABLE, "while down"), PASS.after());
    }
    Script script = scripts.getOrDefault(verb, new ArrayDeque<>()).poll();
    return script == null ? PASS : script;
  }

  private synchronized FaultyStore script(Verb verb, int times, Script script) {
    Queue<Script> queue = scripts.computeIfAbsent(verb, key -> new ArrayDeque<>());
    for (int i = 0; i < times; i++) {
      queue.add(script);
    }
    return this;
  }

  private static void raise(Verb verb, StoreException.Kind kind, String when) {
    throw new StoreException(
        kind, "The test's script failed " + verb + " " + when, "See the script of the test", null);
  }
}
