package dev.effectivelyonce.simulation.world;

import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.IdempotencyRecord;
import dev.effectivelyonce.core.record.Settlement;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.core.record.WriteTimestamp;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.http.ApiResponse;
import dev.effectivelyonce.simulation.check.Effects;
import dev.effectivelyonce.simulation.check.Invariant;
import dev.effectivelyonce.simulation.check.Records;
import dev.effectivelyonce.simulation.check.Requests;
import dev.effectivelyonce.simulation.history.Fault;
import dev.effectivelyonce.simulation.history.Plan.Front;
import dev.effectivelyonce.simulation.kernel.SimulatedProcess;
import dev.effectivelyonce.simulation.lambda.ApiFunction;
import dev.effectivelyonce.simulation.lambda.Environments;
import dev.effectivelyonce.simulation.lambda.Environments.Environment;
import dev.effectivelyonce.simulation.lambda.FunctionHosts;
import dev.effectivelyonce.simulation.lambda.ProcessTrouble;
import dev.effectivelyonce.simulation.store.SimulatedStore;
import dev.effectivelyonce.simulation.store.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * An API with records of its own behind a gateway, and callers who repeat what was not answered.
 * Each request is one invocation of Lambda, and its answer goes to its caller or nowhere.
 */
final class Callers implements FunctionHosts<ApiFunction> {
  private static final int MOST_TRIES = 8;
  private static final int STEPS_OF_A_REQUEST = 40;

  /** One who sends a request until it is over. */
  private static final class Sender {
    final SimulatedRequest request;
    int triesLeft = MOST_TRIES;
    boolean isAnswered;

    Sender(SimulatedRequest request) {
      this.request = request;
    }
  }

  /** One invocation, of one sending of a request. */
  private record Run(String id, Sender sender, Instant deadline) implements Environments.Run {}

  private final HistoryContext basis;
  private final Table table;
  private final Api api;
  private final Requests requests;
  private final Environments<ApiFunction, Run, ApiResponse> environments;
  private final List<Sender> senders = new ArrayList<>();
  private final Map<String, Instant> deadlines = new HashMap<>();
  private int sent;
  private int open;

  Callers(HistoryContext basis, Front front) {
    this.basis = basis;
    Records records = new Records(basis.plan, basis.stage);
    this.table = basis.table(basis.plan, records);
    Effects effects = new Effects(records, table.records()::find);
    this.api =
        switch (front) {
          case HTTP -> new KeyedApi(basis, table, effects, this::deadline);
          case POWERTOOLS -> new BridgedApi(basis, table, effects, this::deadline);
        };
    this.requests =
        new Requests(
            front.name().toLowerCase(Locale.ROOT), api.kept(), records, table.records()::find);
    this.environments =
        new Environments<>(
            basis.plan.hosting(),
            new ProcessTrouble(basis.stage, STEPS_OF_A_REQUEST, ProcessTrouble.STALLS),
            this,
            (function, run, context) ->
                Optional.of(function.handle(run.sender().request.sent(run.id()), context)),
            new Ends());
  }

  /** Up to three requests, some sent by two at once, some under a key that another has. */
  void start() {
    int wanted = 1 + basis.faults.pick(3);
    for (int i = 0; i < wanted; i++) {
      String caller = basis.faults.pick(3) == 2 ? "bob" : "alice";
      String payload = basis.faults.happens(Fault.CONTRADICTED) ? "other" : "one";
      SimulatedRequest request =
          new SimulatedRequest(caller, "key-" + basis.faults.pick(2), payload);
      table.name(api.id(request), request.key() + " of " + request.caller());
      Duration soon = soon();
      send(sender(request), soon);
      if (basis.faults.happens(Fault.SENT_AGAIN)) {
        send(sender(request), soon.plus(impatience()));
      }
    }
  }

  /** At once, as a double click does, or towards the end of a call that takes long. */
  private Duration impatience() {
    return basis.faults.pick(Duration.ZERO, Duration.ofMillis(2_500));
  }

  private Sender sender(SimulatedRequest request) {
    Sender sender = new Sender(request);
    senders.add(sender);
    return sender;
  }

  private Duration soon() {
    return basis.faults.pick(
        Duration.ZERO,
        Duration.ofMillis(1),
        Duration.ofMillis(300),
        Duration.ofSeconds(3),
        Duration.ofSeconds(20));
  }

  private void send(Sender sender, Duration after) {
    open++;
    sender.triesLeft--;
    basis.scheduler.after(
        after,
        () -> {
          String id = "sending-" + ++sent;
          requests.sent();
          basis.trace.line(sender.request.caller(), "sends", sender.request, "as", id);
          Duration delay =
              basis.faults.happens(Fault.INVOCATION_LATE)
                  ? basis.faults.pick(Duration.ofSeconds(2), Duration.ofSeconds(8))
                  : Duration.ofMillis(5);
          basis.scheduler.after(delay, () -> invoke(id, sender));
        });
  }

  private void invoke(String id, Sender sender) {
    Environment<ApiFunction, Run> environment = environments.next();
    Run run = new Run(id, sender, basis.now().plus(basis.plan.timeout()));
    basis.trace.line(environment.process().name(), "begins", id);
    deadlines.put(id, run.deadline());
    environments.invoke(environment, run);
  }

  private final class Ends implements Environments.Ends<Run, ApiResponse> {
    @Override
    public void answered(Run run, ApiResponse answer) {
      SimulatedRequest request = run.sender().request;
      basis.trace.line("gateway", run.id(), "is answered", answer.status(), answer.body().text());
      requests.answered(api.id(request), api.fingerprint(request), answer);
    }

    @Override
    public void ended(Run run, Optional<ApiResponse> answer) {
      heard(run.sender(), answer);
    }
  }

  private void heard(Sender sender, Optional<ApiResponse> answer) {
    open--;
    boolean isOver = answer.filter(Requests::isFinal).isPresent();
    sender.isAnswered |= isOver;
    // Some ask once more even so, as proxies do.
    boolean goesOn = !isOver || basis.faults.pick(4) == 3;
    if (sender.triesLeft > 0 && goesOn) {
      send(
          sender,
          basis.faults.pick(Duration.ofSeconds(1), Duration.ofMillis(50), Duration.ofSeconds(5)));
    }
  }

  @Override
  public SimulatedProcess process() {
    return basis.process("api");
  }

  @Override
  public ApiFunction start(SimulatedProcess process) {
    return api.start(process, new SimulatedStore(process, table));
  }

  private Instant deadline(String sending) {
    return Objects.requireNonNull(deadlines.get(sending));
  }

  boolean isResting() {
    return open == 0;
  }

  boolean isAllAnswered() {
    return senders.stream().allMatch(it -> it.isAnswered);
  }

  /** Who was not answered sends again, when an operator has settled what is held. */
  void askAgain() {
    senders.stream()
        .filter(it -> !it.isAnswered)
        .forEach(
            it -> {
              settle(api.id(it.request));
              it.triesLeft = MOST_TRIES;
              send(it, Duration.ZERO);
            });
  }

  /** This one knows whether the effect happened. */
  private void settle(RecordId id) {
    Optional<IdempotencyRecord> held =
        table.records().find(id).filter(it -> it.status() == Status.UNKNOWN);
    if (held.isPresent()) {
      Settlement truth = requests.hasEffect(id) ? Settlement.COMPLETED : Settlement.RETRYABLE;
      WriteTimestamp stamp = WriteTimestamp.of(basis.now(), CodeUnderTest.RETENTION);
      SimulatedProcess operator = basis.process("operator");
      IdempotencyStore store = new SimulatedStore(operator, table);
      operator.start(() -> store.settle(held.get(), truth, stamp));
    }
  }

  /** What must be true when all is over. */
  void ended() {
    senders.forEach(
        it ->
            basis.findings.check(
                it.isAnswered, Invariant.EVERY_REQUEST_ANSWERED, it.request, "is not answered"));
  }
}
