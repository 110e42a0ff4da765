package dev.effectivelyonce.local.demo;

import dev.effectivelyonce.gateway.GatewayStandIn;
import dev.effectivelyonce.local.chaos.Chaos;
import dev.effectivelyonce.local.demo.check.Deliveries;
import dev.effectivelyonce.local.demo.check.Evidence;
import dev.effectivelyonce.local.demo.check.Evidence.Network;
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
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awssdk.services.sqs.model.Message;

/** Runs a plan on a started system and collects what became of it. */
final class Demo {
  /** The attribute of letters that a consumer sent and then acknowledged. */
  static final String MOVED_FROM = "effectivelyOnce.movedFrom";

  private static final long LOOK_MILLIS = 250;
  private static final Duration INTERVAL = Duration.ofSeconds(5);

  /** Callers wait for this part of the time after which nothing more is expected. */
  private static final int PATIENCE_OF_CALLERS = 4;

  /** Quiet looks in a row: a message is in no count for a moment when it moves. */
  private static final int QUIET_LOOKS_NEEDED = 3;

  private final StackResources stack;
  private final Plan plan;
  private final Clock clock;
  private final PrintWriter out;
  private final Optional<Chaos> chaos;
  private final Duration patience;
  private final InvocationLog log = new InvocationLog();
  private final Zombies zombies;
  private final Queues queues;
  private final Callers callers;

  /**
   * @param chaos faults between the stack and its engines, if there are to be any
   * @param patience how long to wait when nothing is completed any more
   */
  Demo(
      StackResources stack,
      Plan plan,
      Clock clock,
      PrintWriter out,
      Optional<Chaos> chaos,
      Duration patience) {
    this.stack = stack;
    this.plan = plan;
    this.clock = clock;
    this.out = out;
    this.chaos = chaos;
    this.patience = patience;
    this.zombies = new Zombies(stack.system(), log);
    this.queues = new Queues(stack);
    URI api = chaos.map(it -> it.beforeApi(stack.payments())).orElseGet(stack::payments);
    // Both grow with what the machine needs: a function's timeout stays below it.
    this.callers = new Callers(api, plan.requests(), patience.dividedBy(PATIENCE_OF_CALLERS));
  }

  /**
   * Sends everything, waits until all has settled, and reads the tables and queues.
   *
   * @param gateway what the functions call
   */
  Evidence run(GatewayStandIn gateway) throws InterruptedException {
    StackTables tables = new StackTables(stack, gateway);
    tables.open(plan);
    chaos.ifPresent(it -> it.begin(stack.effectTables()));
    stack.system().startEventSources(log);
    Deliveries deliveries = Deliveries.none();
    try (callers;
        Traffic traffic = Traffic.start(queues, plan, log, callers)) {
      if (!await(traffic)) {
        addLeft(deliveries.left());
      }
    }
    stack.system().stopEventSources();
    if (!deliveries.left().isEmpty()) {
      stack.system().endProcesses();
    }
    Tables settled = settled(tables);
    collect(deliveries);
    Network network = chaos.isPresent() ? Network.DISTURBED : Network.SOUND;
    return Evidence.of(plan, stack.policy(), network, settled, deliveries);
  }

  /** Returns whether everything has settled. */
  private boolean await(Traffic traffic) throws InterruptedException {
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

  /** Adds what the run ended without, since nothing was completed any more. */
  private void addLeft(List<String> left) {
    int unsent = plan.messages().size() - queues.sent();
    int queued = queues.left();
    Stream.of(
            Optional.of("nothing was completed for %s s".formatted(patience.toSeconds())),
            Optional.of(unsent + " messages are not sent").filter(it -> unsent > 0),
            Optional.of(queued + " messages remain in the queues").filter(it -> queued > 0),
            Optional.of("messages remain in the outbox").filter(it -> !isOutboxEmpty()),
            Optional.of("a stopped process is silent").filter(it -> !zombies.haveEnded()))
        .forEach(it -> it.ifPresent(left::add));
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
    return Row.all(stack.system(), "Outbox").isEmpty();
  }

  private void collect(Deliveries deliveries) {
    deliveries.acknowledged().addAll(log.acknowledged());
    deliveries.invocations().addAll(log.invocations());
    DemoConsumer.QUEUES.forEach(queue -> collectLetters(queue, deliveries));
    deliveries.answeredLate().addAll(zombies.answered());
    deliveries.refusedLate().addAll(zombies.refused());
    deliveries.replies().addAll(callers.replies());
    chaos.ifPresent(
        it -> {
          deliveries.lostAnswers().putAll(it.lostOrders());
          it.lostReceives().stream()
              .map(InvocationLog::lost)
              .forEach(deliveries.invocations()::add);
        });
  }

  private void collectLetters(DemoConsumer queue, Deliveries deliveries) {
    int receives = stack.receives(queue);
    for (Message dead : Queues.drain(stack.system().sqs(), stack.deadLetterQueueUrl(queue))) {
      Optional<Integer> number = InvocationLog.number(dead);
      if (number.isEmpty()) {
        sentOn(dead)
            .ifPresentOrElse(
                deliveries.sentOn()::add,
                () -> deliveries.strangers().add(queue.label() + " " + dead.body()));
        continue;
      }
      deliveries.deadLettered().add(number.get());
      if (dead.messageAttributes().containsKey(MOVED_FROM)) {
        deliveries.acknowledged().remove(number.get());
      } else if (received(deliveries, number.get()) < receives) {
        deliveries.starved().add(number.get());
      }
    }
  }

  private static long received(Deliveries deliveries, int number) {
    return deliveries.invocations().stream().filter(it -> it.batch().contains(number)).count();
  }

  /** Returns the key of the order that sent the message on. Its saga may end as a dead letter. */
  private Optional<String> sentOn(Message message) {
    return plan.toShip().stream()
        .map(Event::key)
        .filter(key -> message.body().contains('"' + key + '"'))
        .findFirst();
  }
}
