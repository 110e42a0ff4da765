package dev.effectivelyonce.simulation.exploration;

import dev.effectivelyonce.core.engine.ConsumerSettings;
import dev.effectivelyonce.core.engine.DeliveryEngine;
import dev.effectivelyonce.core.engine.Engine;
import dev.effectivelyonce.core.engine.EngineContext;
import dev.effectivelyonce.core.engine.Outcome;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.engine.Request;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.record.Owner;
import dev.effectivelyonce.core.store.GroupWriter;
import dev.effectivelyonce.core.store.StoreException;
import dev.effectivelyonce.core.store.Write;
import dev.effectivelyonce.core.store.WriteResult;
import dev.effectivelyonce.simulation.kernel.Scheduler;
import dev.effectivelyonce.simulation.kernel.SimulatedProcess;
import dev.effectivelyonce.testkit.ForwardingStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A batch in its process: a thread for each lane, and one engine that sends their writes together.
 */
final class Batch {
  private static final ConsumerName CONSUMER = new ConsumerName("orders");
  private static final ConsumerSettings SETTINGS =
      ConsumerSettings.of(CONSUMER, AbandonedClaimPolicy.RERUN, Scenario.RETENTION);

  /** The store, as the batch reaches it. */
  private final class Reached extends ForwardingStore implements GroupWriter {
    Reached() {
      super(new AskingStore(call -> ask(List.of(call)).getFirst()));
    }

    @Override
    public Optional<GroupWriter> groups() {
      return Optional.of(this);
    }

    @Override
    public int limit() {
      return 2;
    }

    @Override
    public int requestsAtOnce() {
      return 2;
    }

    @Override
    public void write(List<Write.Groupable> writes, Answers answers) {
      List<Object> came = ask(writes.stream().map(Call::of).toList());
      for (int i = 0; i < came.size(); i++) {
        answers.answer(i, result(came.get(i)));
      }
    }
  }

  final List<Ask> asks = new ArrayList<>();
  final long deadlineMillis;
  private final String name;
  private final Scheduler scheduler;
  private final SimulatedProcess process;
  private final BatchJudge judge;
  private final int lanes;
  private int asked;
  private int ended;
  private long log;

  Batch(String name, Scheduler scheduler, BatchJudge judge, int lanes) {
    this.name = name;
    this.scheduler = scheduler;
    this.process = scheduler.process(name, Duration.ZERO);
    this.judge = judge;
    this.lanes = lanes;
    this.deadlineMillis = now().plus(Scenario.DEADLINE).toEpochMilli();
  }

  /** Its lanes begin. */
  void begin() {
    Instant begun = now();
    Platform platform =
        new Platform(process.clock(), () -> new Owner(name), () -> 0, scheduler::sleep);
    DeliveryEngine engine =
        new Engine(
                new EngineContext(
                    SETTINGS, new Reached(), platform, String::valueOf, ignored -> {}))
            .forLanes(lanes, begun.plus(Scenario.DEADLINE));
    for (int lane = 0; lane < lanes; lane++) {
      BusinessKey key = key(lane);
      process.start(
          () -> {
            Outcome outcome = engine.execute(request(key, begun), attempt -> handle(key));
            ended++;
            judge.ended(id(key), name, outcome);
          });
    }
  }

  private HandlerResult handle(BusinessKey key) {
    judge.started(id(key), name);
    List<Object> ignored = ask(List.of());
    judge.left(id(key), name);
    return HandlerResult.completed(name + " " + key.readable());
  }

  private static Request request(BusinessKey key, Instant begun) {
    return new Request(
        key,
        Optional.empty(),
        begun.plus(Scenario.STOP),
        begun.plus(Scenario.DEADLINE),
        begun.plus(Scenario.LEASE));
  }

  static BusinessKey key(int lane) {
    return BusinessKey.of("order-" + lane);
  }

  static RecordId id(BusinessKey key) {
    return RecordId.of(CONSUMER, key);
  }

  private List<Object> ask(List<Call> calls) {
    Ask ask = new Ask(asked++, calls);
    asks.add(ask);
    boolean isAnswered = ask.await();
    asks.remove(ask);
    log = Hash.mix(Hash.mix(log, ask.hash()), now().toEpochMilli());
    if (!isAnswered) {
      throw new StoreException(StoreException.Kind.UNREACHABLE, "No answer", "Try again", null);
    }
    return ask.answers();
  }

  private static Optional<WriteResult> result(Object answer) {
    return answer instanceof WriteResult known ? Optional.of(known) : Optional.empty();
  }

  void crash() {
    process.kill();
    asks.clear();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  boolean isOver() {
    return ended == lanes;
  }

  private Instant now() {
    return scheduler.now();
  }

  @Override
  public String toString() {
    return name;
  }

  long hash() {
    long hash = Hash.mix(Hash.mix(log, asked), isAlive() ? 1 : 0);
    for (Ask ask : asks) {
      hash = Hash.mix(hash, ask.hash());
    }
    return hash;
  }
}
