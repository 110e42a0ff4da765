package dev.effectivelyonce.local.demo;

import dev.effectivelyonce.gateway.GatewayStandIn;
import dev.effectivelyonce.local.chaos.Chaos;
import dev.effectivelyonce.local.demo.check.Deliveries;
import dev.effectivelyonce.local.demo.check.Evidence;
import dev.effectivelyonce.local.demo.plan.DemoConsumer;
import dev.effectivelyonce.local.demo.plan.Plan;
import java.io.PrintWriter;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.sqs.model.Message;

/** Runs a plan on a started system and collects what became of it. */
final class Demo {
  /** The attribute of letters that a consumer sent and then acknowledged. */
  static final String MOVED_FROM = "effectivelyOnce.movedFrom";

  /** Ends what hangs. A starved machine takes six times as long as an idle one. */
  private static final Duration LONGEST = Duration.ofMinutes(20);

  private static final long LOOK_MILLIS = 250;

  /** Quiet looks in a row: a message is in no count for a moment when it moves. */
  private static final int QUIET_LOOKS_NEEDED = 3;

  private final StackResources stack;
  private final Plan plan;
  private final Clock clock;
  private final PrintWriter out;
  private final Optional<Chaos> chaos;
  private final GatewayStandIn gateway;
  private final InvocationLog log = new InvocationLog();
  private final Zombies zombies;
  private final Queues queues;

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
    this.chaos = chaos;
    this.gateway = gateway;
    this.zombies = new Zombies(stack.system(), log);
    this.queues = new Queues(stack);
  }

  /** Sends everything, waits until all has settled, and reads the tables and queues. */
  Evidence run() throws InterruptedException {
    new Openings(stack).write(plan);
    chaos.ifPresent(it -> it.begin(stack.effectTables()));
    stack.system().startEventSources(log);
    URI api = chaos.map(it -> it.beforeApi(stack.payments())).orElseGet(stack::payments);
    Callers callers = new Callers(api, plan.requests(), clock);
    try (callers;
        Traffic traffic = Traffic.start(queues, plan, log, callers)) {
      await(traffic);
    }
    int left = queues.left();
    stack.system().stopEventSources();
    return new Evidence(
        plan,
        new TableReader(stack, gateway).read(),
        deliveries(left),
        callers.replies(),
        stack.policy());
  }

  private void await(Traffic traffic) throws InterruptedException {
    Progress progress = new Progress(out, clock);
    int quietLooks = 0;
    while (quietLooks < QUIET_LOOKS_NEEDED && progress.elapsed().compareTo(LONGEST) < 0) {
      zombies.thawPassed();
      quietLooks = traffic.isDone() && isQuiet() ? quietLooks + 1 : 0;
      progress.tick(queues.sent(), plan.messages().size(), log);
      Thread.sleep(LOOK_MILLIS);
    }
  }

  /** Returns whether nothing more is going to happen, once late handlers have gone on. */
  private boolean isQuiet() {
    // The outbox before the queues: what leaves it is in one of them by then.
    boolean isEmpty = log.isIdle() && isOutboxEmpty() && queues.left() == 0 && log.isIdle();
    if (isEmpty) {
      zombies.thawAll();
    }
    return isEmpty && zombies.haveEnded();
  }

  private boolean isOutboxEmpty() {
    return stack
        .system()
        .dynamoDb()
        .scan(scan -> scan.tableName(stack.table("Outbox")).limit(1).consistentRead(true))
        .items()
        .isEmpty();
  }

  private Deliveries deliveries(int left) {
    Set<Integer> acknowledged = new HashSet<>(log.acknowledged());
    Set<Integer> deadLettered = new HashSet<>();
    List<String> strangers = new ArrayList<>();
    for (DemoConsumer queue : DemoConsumer.QUEUES) {
      for (Message dead : Queues.drain(stack.system().sqs(), stack.deadLetterQueueUrl(queue))) {
        Optional<Integer> number = InvocationLog.number(dead);
        number.ifPresent(deadLettered::add);
        if (dead.messageAttributes().containsKey(MOVED_FROM)) {
          number.ifPresent(acknowledged::remove);
        }
        if (number.isEmpty() && !isSentOn(dead)) {
          strangers.add(queue.label() + " " + dead.body());
        }
      }
    }
    Stream<Set<Integer>> interrupted =
        chaos.isPresent()
            ? Stream.concat(log.deaths().stream(), log.failures().stream())
            : log.deaths().stream();
    return new Deliveries(
        Set.copyOf(acknowledged),
        Set.copyOf(deadLettered),
        List.copyOf(strangers),
        left,
        log.deaths().size(),
        interrupted.flatMap(Set::stream).collect(Collectors.toSet()),
        zombies.refused(),
        chaos.isPresent());
  }

  /** Says whether an order sent the message on. Its saga ends in the dead-letter queue. */
  private boolean isSentOn(Message message) {
    return plan.sentOn().stream()
        .anyMatch(event -> message.body().contains('"' + event.key() + '"'));
  }
}
