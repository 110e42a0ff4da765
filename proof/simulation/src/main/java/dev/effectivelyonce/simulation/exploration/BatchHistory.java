package dev.effectivelyonce.simulation.exploration;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.simulation.kernel.Choices;
import dev.effectivelyonce.simulation.kernel.Scheduler;
import dev.effectivelyonce.testkit.InMemoryStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One history of batches on real threads. Between two choices every thread runs until it waits, the
 * first in line first; so a batch is determined by what it was given, in which order, and when.
 */
final class BatchHistory {
  /** Makes the choices, and may end the history. */
  @FunctionalInterface
  interface Chooser {
    /**
     * One of some ways to go on, or -1 to go no further.
     *
     * @param state a hash of the state
     */
    int choose(long state, int options);
  }

  private record Step(String text, Runnable action) {}

  private final BatchScenario scenario;
  private final InMemoryStore store = new InMemoryStore();
  private final BatchJudge judge = new BatchJudge(store);
  private final Scheduler scheduler = new Scheduler(Choices.of(), Instant.EPOCH);
  private final List<Batch> batches = new ArrayList<>();
  private final List<String> trace = new ArrayList<>();
  private int ticks;
  private int crashes;
  private int faults;

  BatchHistory(BatchScenario scenario) {
    this.scenario = scenario;
    this.ticks = scenario.limits().ticks();
    this.crashes = scenario.limits().crashes();
    this.faults = scenario.limits().faults();
  }

  /**
   * Runs it.
   *
   * @return the promise that it breaks, if any
   */
  Optional<String> run(Chooser chooser) {
    while (judge.broken().isEmpty()) {
      List<Step> steps = steps();
      if (steps.isEmpty()) {
        judge.over(batches);
        break;
      }
      int choice = chooser.choose(hash(), steps.size());
      if (choice < 0) {
        break;
      }
      trace.add(steps.get(choice).text());
      steps.get(choice).action().run();
      settle();
    }
    Optional<String> broken = judge.broken();
    batches.forEach(Batch::crash);
    return broken;
  }

  List<String> trace() {
    return trace;
  }

  private void settle() {
    while (scheduler.step()) {
      // Until every thread waits for an answer.
    }
    for (Batch batch : batches) {
      if (now() >= batch.deadlineMillis) {
        judge.gone(batch.toString());
      }
    }
  }

  private long now() {
    return scheduler.now().toEpochMilli();
  }

  private List<Step> steps() {
    List<Step> steps = new ArrayList<>();
    for (Batch batch : batches) {
      for (Ask ask : batch.asks) {
        add(steps, batch, ask);
      }
      if (crashes > 0 && batch.isAlive() && !batch.asks.isEmpty()) {
        steps.add(new Step(batch + " dies", () -> crash(batch)));
      }
    }
    if (batches.size() < scenario.batches()) {
      steps.add(new Step("batch " + (batches.size() + 1) + " begins", this::begin));
    }
    if (!steps.isEmpty() && ticks > 0) {
      steps.add(new Step("a second passes", this::tick));
    }
    return steps;
  }

  private void add(List<Step> steps, Batch batch, Ask ask) {
    String who = batch + ", request " + ask.number + ": ";
    for (int i = 0; i < ask.calls.size(); i++) {
      int call = i;
      if (ask.isOpen(call)) {
        steps.add(new Step(who + ask.calls.get(call), () -> apply(ask, call)));
        if (faults > 0 && ask.calls.size() > 1) {
          steps.add(new Step(who + "not told " + ask.calls.get(call), () -> untold(ask, call)));
        }
      }
    }
    if (ask.isComplete()) {
      steps.add(new Step(who + (ask.calls.isEmpty() ? "effect" : "answered"), ask::answer));
    }
    if (faults > 0 && !ask.calls.isEmpty() && (ask.isUntouched() || ask.isComplete())) {
      steps.add(new Step(who + (ask.isUntouched() ? "lost" : "answer lost"), () -> lose(ask)));
    }
  }

  private void begin() {
    Batch batch = new Batch("batch " + (batches.size() + 1), scheduler, judge, scenario.keys());
    batches.add(batch);
    batch.begin();
  }

  private void apply(Ask ask, int index) {
    Call call = ask.calls.get(index);
    List<Optional<IdempotencyRecord>> before = records();
    ask.came(index, call.answer().apply(store));
    List<Optional<IdempotencyRecord>> after = records();
    for (int key = 0; key < before.size(); key++) {
      judge.written(call, before.get(key), after.get(key), now());
    }
  }

  private void untold(Ask ask, int call) {
    faults--;
    ask.came(call, Ask.UNTOLD);
  }

  private void lose(Ask ask) {
    faults--;
    ask.lose();
  }

  private void crash(Batch batch) {
    crashes--;
    batch.crash();
    judge.gone(batch.toString());
  }

  private void tick() {
    ticks--;
    scheduler.after(Scenario.TICK, () -> {});
  }

  private List<Optional<IdempotencyRecord>> records() {
    List<Optional<IdempotencyRecord>> records = new ArrayList<>();
    for (int key = 0; key < scenario.keys(); key++) {
      RecordId id = Batch.id(Batch.key(key));
      records.add(store.find(id));
    }
    return records;
  }

  private long hash() {
    long hash = Hash.mix(Hash.mix(now(), ticks), Hash.mix(crashes, faults));
    for (Optional<IdempotencyRecord> record : records()) {
      hash = Hash.mix(hash, Hash.of(record));
    }
    for (Batch batch : batches) {
      hash = Hash.mix(hash, batch.hash());
    }
    return hash;
  }
}
