package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.core.steps.LookupResult;
import dev.effectivelyonce.core.steps.Nothing;
import dev.effectivelyonce.simulation.history.Faults;
import dev.effectivelyonce.simulation.kernel.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Somebody else's service: it has effects at once or late, does not mind repeats, and can be asked.
 */
final class Provider {
  private final Scheduler scheduler;
  private final Faults faults;
  private final Map<String, String> done = new HashMap<>();
  private final Set<String> late = new HashSet<>();
  private final Set<String> refused = new HashSet<>();
  private final List<String> underWay = new ArrayList<>();

  Provider(Scheduler scheduler, Faults faults) {
    this.scheduler = scheduler;
    this.faults = faults;
  }

  /** Whether that is new to it; where no request was late, each is told as if it were. */
  boolean does(String key, String what) {
    boolean isNew = done.putIfAbsent(key, what) == null;
    return isNew || !late.contains(key);
  }

  /**
   * A request that arrives when its caller has given it up.
   *
   * @param happened unless the same has arrived before
   */
  void doesLater(String key, String what, Runnable happened) {
    late.add(key);
    underWay.add(key);
    scheduler.after(
        faults.pick(Duration.ofSeconds(1), Duration.ofSeconds(20), Duration.ofSeconds(90)),
        () -> {
          underWay.remove(key);
          if (!refused.contains(key) && done.putIfAbsent(key, what) == null) {
            happened.run();
          }
        });
  }

  /** Its last word, unless it has done it: no request with this key is carried out any more. */
  void refuse(String key) {
    if (!done.containsKey(key)) {
      refused.add(key);
    }
  }

  boolean hasRefused(String key) {
    return refused.contains(key);
  }

  /** Whether a request may still arrive. */
  boolean isUnderWay(String key) {
    return underWay.contains(key);
  }

  /** Whether it has done something, known to who looks at its own pages. */
  boolean has(String key) {
    return done.containsKey(key);
  }

  /** The question and its answer take their time on the way. */
  LookupResult<String> find(String key) throws InterruptedException {
    travels();
    Optional<String> found = Optional.ofNullable(done.get(key));
    travels();
    return found.map(LookupResult::done).orElseGet(LookupResult::notDone);
  }

  /** The same for what came to nothing that is asked for. */
  LookupResult<Nothing> wasDone(String key) throws InterruptedException {
    return find(key) instanceof LookupResult.Done ? LookupResult.done() : LookupResult.notDone();
  }

  private void travels() throws InterruptedException {
    scheduler.sleep(faults.pick(Duration.ZERO, Duration.ofMillis(2), Duration.ofMillis(800)));
  }
}
