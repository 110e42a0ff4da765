package dev.effectivelyonce.local.demo;

import dev.effectivelyonce.gateway.GatewayStandIn;
import dev.effectivelyonce.local.LocalRunnerException;
import dev.effectivelyonce.local.chaos.Chaos;
import dev.effectivelyonce.local.chaos.LostAnswers;
import dev.effectivelyonce.local.demo.check.Deliveries;
import dev.effectivelyonce.local.demo.check.Evidence;
import dev.effectivelyonce.local.demo.check.Interference;
import dev.effectivelyonce.local.demo.plan.DemoQueue;
import dev.effectivelyonce.local.demo.plan.Plan;
import java.io.PrintWriter;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import software.amazon.awssdk.services.sqs.model.Message;

/** Runs a plan on a started system and collects what became of it. */
final class Demo {
  /** The attribute of letters that a consumer sent and then acknowledged. */
  static final String MOVED_FROM = "effectivelyOnce.movedFrom";

  /** Ends what hangs. A starved machine takes six times as long as an idle one. */
  private static final Duration LONGEST = Duration.ofMinutes(20);

  private static final long LOOK_MILLIS = 250;

  private final StackResources stack;
  private final Plan plan;
  private final Clock clock;
  private final PrintWriter out;
  private final InvocationLog log;
  private final Zombies zombies;
  private final Sender sender;
  private final Optional<Chaos> chaos;
  private final GatewayStandIn gateway;

  /**
   * @param chaos faults between the stack and its engines, if there are to be any
   * @param gateway what the functions call
   */
  Demo(
      StackResources stack,
      Plan plan,
      Clock clock,
      PrintWriter out,
      Optional<Chaos> chaos,
      GatewayStandIn gateway) {
    this.stack = stack;
    this.plan = plan;
    this.clock = clock;
    this.out = out;
    this.log = new InvocationLog();
    this.zombies = new Zombies(stack.system(), log);
    this.sender = new Sender(stack.system().seenSqs());
    this.chaos = chaos;
    this.gateway = gateway;
  }

  /** What was found, and how long it took. */
  record Run(Evidence evidence, Duration took, double bestPerSecond, int invocations, int deaths) {}

  /** Sends everything, waits until all has settled, and reads the tables and queues. */
  Run run() throws InterruptedException {
    Accounts.open(stack, plan.openingCents());
    Stock.fill(stack);
    new BookKeeper(stack.database()).open();
    chaos.ifPresent(it -> it.begin(stack.effectTables()));
    stack.system().startEventSources(log);
    Progress progress = new Progress(out, clock, sender, log, plan.messages().size());
    QuiescenceDetector settling =
        new QuiescenceDetector(new QueueDepths(stack), log, zombies, this::isOutboxEmpty);
    Callers callers = new Callers(payments(), plan.requests(), clock);
    try (callers;
        Traffic traffic = Traffic.start(stack, sender, plan, log, callers)) {
      await(traffic, settling, progress);
    }
    Duration took = progress.elapsed();
    Map<DemoQueue, Integer> left = settling.left();
    stack.system().stopEventSources();
    Evidence evidence =
        new Evidence(
            plan,
            new TableReader(stack, gateway).read(),
            deliveries(left),
            callers.answers(),
            stack.policy());
    return new Run(evidence, took, progress.bestPerSecond(), log.invocations(), log.deathCount());
  }

  private URI payments() {
    return chaos.map(it -> it.beforeApi(stack.payments())).orElseGet(stack::payments);
  }

  private boolean isOutboxEmpty() {
    return stack
        .system()
        .dynamoDb()
        .scan(scan -> scan.tableName(stack.outboxTable()).limit(1).consistentRead(true))
        .items()
        .isEmpty();
  }

  private void await(Traffic traffic, QuiescenceDetector settling, Progress progress)
      throws InterruptedException {
    while (progress.elapsed().compareTo(LONGEST) < 0) {
      zombies.thawPassed();
      boolean sent = isDone(traffic);
      if (sent && settling.look()) {
        return;
      }
      progress.tick(sent ? "settling" : "sending");
      Thread.sleep(LOOK_MILLIS);
    }
  }

  private static boolean isDone(Traffic traffic) throws InterruptedException {
    try {
      return traffic.isDone();
    } catch (ExecutionException e) {
      throw new LocalRunnerException("Sending failed: " + e.getCause(), e);
    }
  }

  private Deliveries deliveries(Map<DemoQueue, Integer> left) {
    Set<Integer> acknowledged = new HashSet<>(log.acknowledged());
    Set<Integer> deadLettered = new HashSet<>();
    Map<DemoQueue, List<String>> strangers = new EnumMap<>(DemoQueue.class);
    DeadLetterReader reader = new DeadLetterReader(stack);
    for (DemoQueue queue : DemoQueue.values()) {
      List<Message> dead = reader.drain(queue);
      dead.forEach(message -> InvocationLog.number(message).ifPresent(deadLettered::add));
      dead.stream()
          .filter(message -> message.messageAttributes().containsKey(MOVED_FROM))
          .forEach(message -> InvocationLog.number(message).ifPresent(acknowledged::remove));
      strangers.put(
          queue,
          dead.stream().filter(message -> isStranger(queue, message)).map(Message::body).toList());
    }
    return new Deliveries(
        Set.copyOf(acknowledged),
        Set.copyOf(deadLettered),
        log.deaths(),
        zombies.answered(),
        zombies.refused(),
        Map.copyOf(strangers),
        chaos.map(this::interference).orElseGet(Interference::none),
        left);
  }

  private Interference interference(Chaos injected) {
    LostAnswers lost = injected.lostAnswers();
    List<Set<Integer>> failures = new ArrayList<>(log.failures());
    lost.receives().forEach(messages -> failures.add(InvocationLog.numbersIn(messages)));
    return new Interference(List.copyOf(failures), lost.orders());
  }

  /** Says whether an order sent the message on. Its saga ends in the dead-letter queue. */
  private boolean isSentOn(Message message) {
    return plan.sentOn().stream()
        .anyMatch(event -> message.body().contains('"' + event.id().key() + '"'));
  }

  private boolean isStranger(DemoQueue queue, Message message) {
    OptionalInt number = InvocationLog.number(message);
    boolean isPlanned = number.isPresent() && number.getAsInt() < plan.messages().size();
    return !isPlanned && !(queue == DemoQueue.FULFILMENT && isSentOn(message));
  }
}
