package dev.effectivelyonce.tests.engine;

import dev.effectivelyonce.core.steps.LookupResult;
import dev.effectivelyonce.core.steps.StepAction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A provider outside of the store. It keeps what it did by the key that it was given; a key that it
 * knows it answers with what it did then.
 */
final class Gateway {
  final List<String> calls = new ArrayList<>();
  private final Map<String, String> receipts = new LinkedHashMap<>();
  private final Map<String, Runnable> before = new HashMap<>();
  private final Map<String, Runnable> afterwards = new HashMap<>();

  /** An effect; its receipt tells what it was. */
  StepAction<String> does(String what) {
    return key -> {
      Optional.ofNullable(before.remove(what)).ifPresent(Runnable::run);
      calls.add(what);
      String receipt = receipts.computeIfAbsent(key, it -> what + " " + (receipts.size() + 1));
      afterwards.getOrDefault(what, () -> {}).run();
      return receipt;
    };
  }

  /** Runs the action before the effect happens for the next time. */
  void beforeNext(String what, Runnable action) {
    before.put(what, action);
  }

  /** Runs the action when the effect has happened, before its answer. */
  void after(String what, Runnable action) {
    afterwards.put(what, action);
  }

  /** Answers as usual again. */
  void recovers() {
    afterwards.clear();
  }

  LookupResult<String> find(String key) {
    return receipts.containsKey(key)
        ? LookupResult.done(receipts.get(key))
        : LookupResult.notDone();
  }

  List<String> keys() {
    return List.copyOf(receipts.keySet());
  }
}
