package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.core.steps.Found;
import dev.effectivelyonce.core.steps.Nothing;
import dev.effectivelyonce.simulation.history.Faults;
import dev.effectivelyonce.simulation.kernel.Scheduler;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Somebody else's service: it has effects at once, does not mind repeats, and can be asked. */
final class Provider {
  private final Scheduler scheduler;
  private final Faults faults;
  private final Map<String, String> done = new HashMap<>();

  Provider(Scheduler scheduler, Faults faults) {
    this.scheduler = scheduler;
    this.faults = faults;
  }

  void does(String key, String what) {
    done.putIfAbsent(key, what);
  }

  /** Whether it has done something, known to who looks at its own pages. */
  boolean has(String key) {
    return done.containsKey(key);
  }

  /** The question and its answer take their time on the way. */
  Found<String> find(String key) throws InterruptedException {
    travels();
    Optional<String> found = Optional.ofNullable(done.get(key));
    travels();
    return found.map(Found::done).orElseGet(Found::notDone);
  }

  /** The same for what came to nothing that is asked for. */
  Found<Nothing> wasDone(String key) throws InterruptedException {
    return find(key) instanceof Found.Done ? Found.done() : Found.notDone();
  }

  private void travels() throws InterruptedException {
    scheduler.sleep(faults.pick(Duration.ZERO, Duration.ofMillis(2), Duration.ofMillis(800)));
  }
}
