package dev.effectivelyonce.local.demo;

import dev.effectivelyonce.gateway.GatewayStandIn;
import dev.effectivelyonce.local.chaos.Chaos;
import dev.effectivelyonce.local.chaos.LostAnswers;
import dev.effectivelyonce.local.demo.check.Deliveries;
import dev.effectivelyonce.local.demo.check.Deliveries.Network;
import dev.effectivelyonce.local.demo.check.Evidence;
import dev.effectivelyonce.local.demo.check.Invocation;
import dev.effectivelyonce.local.demo.check.Tables;
import dev.effectivelyonce.local.demo.plan.DemoConsumer;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.Plan;
import java.io.PrintWriter;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.sqs.model.Message;

/**
 * Runs a plan on a started system and collects what became of it.
 *
 * @param chaos faults between the stack and its engines, if there are to be any
 * @param gateway what the functions call
 * @param patience how long to wait when nothing is completed any more
 */
record Demo(
    StackResources stack,
    Plan plan,
    Clock clock,
    PrintWriter out,
    Optional<Chaos> chaos,
    GatewayStandIn gateway,
    Duration patience,
    InvocationLog log,
    Zombies zombies,
    Queues queues) {
  /** The attribute of letters that a consumer sent and then acknowledged. */
  static final String MOVED_FROM = "effectivelyOnce.movedFrom";

  private static final long LOOK_MILLIS = 250;
  private static final Duration INTERVAL = Duration.ofSeconds(5);

  /** Quiet looks in a row: a message is in no count for a moment when it moves. */
  private static final int QUIET_LOOKS_NEEDED = 3;

  static Demo of(
      StackResources stack,
      Plan plan,
      Clock clock,
      PrintWriter out,
      Optional<Chaos> chaos,
      GatewayStandIn gateway,
      Duration patience) {
    InvocationLog log = new InvocationLog();
    Zombies zombies = new Zombies(stack.system(), log);
    Queues queues = new Queues(stack);
    return new Demo(stack, plan, clock, out, chaos, gateway, patience, log, zombies, queues);
  }

  /** Sends everything, waits until all has settled, and reads the tables and queues. */
  Evidence run() throws InterruptedException {
    StackTables tables = new StackTables(stack, gateway);
    tables.open(plan);
    chaos.ifPresent(it -> it.begin(stack.effectTables()));
    stack.system().startEventSources(log);
    URI api = chaos.map(it -> it.beforeApi(stack.payments())).orElseGet(stack::payments);
    Callers callers = new Callers(api, plan.requests());
    List<String> left;
    try (callers;
        Traffic traffic = Traffic.start(queues, plan, log, callers)) {
      left = await(traffic, callers) ? List.of() : left();
    }
    stack.system().stopEventSources();
    if (!left.isEmpty()) {
      stack.system().endProcesses();
    }
    return Evidence.of(plan, settled(tables), deliveries(left), callers.replies(), stack.policy());
  }

  /** Returns whether everything has settled. */
  private boolean await(Traffic traffic, Callers callers) throws InterruptedException {
    Patience left = new Patience(clock, patience);
    Instant start = clock.instant();
    Instant next = start.plus(INTERVAL);
    int quietLooks = 0;
    while (quietLooks < QUIET_LOOKS_NEEDED
        && left.lasts(queues.sent() + callers.answered() + log.ended())) {
      zombies.thawPassed();
      quietLooks = traffic.isDone() && isQuiet() ? quietLooks + 1 : 0;
      if (!clock.instant().isBefore(next)) {
        next = next.plus(INTERVAL);
        tell(Duration.between(start, clock.instant()));
      }
      Thread.sleep(LOOK_MILLIS);
    }
    return quietLooks == QUIET_LOOKS_NEEDED;
  }

  /** Prints how far the run is. */
  private void tell(Duration time) {
    List<Invocation> invocations = log.invocations();
    out.printf(
        Locale.ROOT,
        "%4d s  sent %,6d of %,d  acknowledged %,6d  failed deliveries %,5d  processes died %2d%n",
        time.toSeconds(),
        queues.sent(),
        plan.messages().size(),
        log.acknowledged().size(),
        invocations.stream().mapToInt(it -> it.batch().size() - it.handled().size()).sum(),
        invocations.stream().filter(Invocation::died).count());
    out.flush();
  }

  /** Returns what the run ended without, since nothing was completed any more. */
  private List<String> left() {
    int unsent = plan.messages().size() - queues.sent();
    int queued = queues.left();
    Stream<Optional<String>> left =
        Stream.of(
            Optional.of("nothing was completed for %s s".formatted(patience.toSeconds())),
            Optional.of(unsent + " messages are not sent").filter(it -> unsent > 0),
            Optional.of(queued + " messages remain in the queues").filter(it -> queued > 0),
            Optional.of("messages remain in the outbox").filter(it -> !isOutboxEmpty()),
            Optional.of("a stopped process is silent").filter(it -> !zombies.haveEnded()));
    return left.flatMap(Optional::stream).toList();
  }

  /** What a process had sent when it was ended may still arrive. */
  private static Tables settled(StackTables reader) {
    Tables tables = reader.read();
    for (Tables again = reader.read(); !again.equals(tables); again = reader.read()) {
      tables = again;
    }
    return tables;
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

  private Deliveries deliveries(List<String> left) {
    Set<Integer> acknowledged = new HashSet<>(log.acknowledged());
    Set<Integer> deadLettered = new HashSet<>();
    Set<Integer> starved = new HashSet<>();
    List<String> strangers = new ArrayList<>();
    Set<String> sentOn = new HashSet<>();
    List<Invocation> invocations = new ArrayList<>(log.invocations());
    Map<Integer, Long> received =
        invocations.stream()
            .flatMap(invocation -> invocation.batch().stream())
            .collect(Collectors.groupingBy(number -> number, Collectors.counting()));
    for (DemoConsumer queue : DemoConsumer.QUEUES) {
      int receives = stack.receives(queue);
      for (Message dead : Queues.drain(stack.system().sqs(), stack.deadLetterQueueUrl(queue))) {
        Optional<Integer> number = InvocationLog.number(dead);
        if (number.isEmpty()) {
          sentOn(dead)
              .ifPresentOrElse(sentOn::add, () -> strangers.add(queue.label() + " " + dead.body()));
          continue;
        }
        deadLettered.add(number.get());
        if (dead.messageAttributes().containsKey(MOVED_FROM)) {
          acknowledged.remove(number.get());
        } else if (received.getOrDefault(number.get(), 0L) < receives) {
          starved.add(number.get());
        }
      }
    }
    Optional<LostAnswers> lost = chaos.map(Chaos::lostAnswers);
    lost.ifPresent(it -> it.receives().stream().map(InvocationLog::lost).forEach(invocations::add));
    return new Deliveries(
        acknowledged,
        deadLettered,
        starved,
        strangers,
        sentOn,
        left,
        invocations,
        zombies.answered(),
        zombies.refused(),
        lost.map(LostAnswers::orders).orElse(Map.of()),
        lost.isPresent() ? Network.DISTURBED : Network.SOUND);
  }

  /** Returns the key of the order that sent the message on. Its saga may end as a dead letter. */
  private Optional<String> sentOn(Message message) {
    return plan.sentOn().stream()
        .map(Event::key)
        .filter(key -> message.body().contains('"' + key + '"'))
        .findFirst();
  }
}
