package dev.effectivelyonce.local.demo;

import dev.effectivelyonce.local.LocalRunnerException;
import dev.effectivelyonce.local.demo.check.Shipped;
import dev.effectivelyonce.local.demo.plan.ShipmentPlan;
import dev.effectivelyonce.local.engines.KafkaEngine;
import dev.effectivelyonce.local.engines.KafkaGroup;
import dev.effectivelyonce.local.eventsource.InvocationListener;
import dev.effectivelyonce.local.system.LocalSettings;
import dev.effectivelyonce.local.system.LocalSystem;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Runs the stack of shipments beside the other one: records with copies and faults, a rebalance, a
 * broker that is killed, and a rewind to the beginning when all is done.
 */
final class ShipmentsRun implements AutoCloseable {
  /** The topic and, by its consumer's name, the group. */
  static final String TOPIC = "shipments";

  private static final long LOOK_MILLIS = 100;

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Optional<Future<Shipped>> running;

  private ShipmentsRun(LocalSettings settings, Optional<ShipmentPlan> plan, Duration patience) {
    this.running = plan.map(it -> threads.submit(() -> run(settings, it, patience)));
  }

  /**
   * Starts the stack and sends the records; does nothing without a plan.
   *
   * @param demo the settings of the other stack: that of shipments is in the folder beside its own
   * @param slack how many times as long everything may take
   */
  static ShipmentsRun start(LocalSettings demo, Optional<ShipmentPlan> plan, Slack slack) {
    LocalSettings settings =
        LocalSettings.of(
                demo.templateFolder().resolveSibling("cdk.out-kafka"),
                demo.workFolder().resolve(TOPIC),
                demo.clock(),
                demo.ids())
            .withStackName(LocalSettings.TRIAL_STACK + "-shipments")
            .withAdjustment(slack::given);
    return new ShipmentsRun(settings, plan, slack.patience());
  }

  /**
   * Waits until all is done, and returns what became of the records; empty without a plan.
   *
   * @throws LocalRunnerException if the stack or its cluster does not start, or refuses something
   */
  Optional<Shipped> await() throws InterruptedException {
    try {
      return running.isPresent() ? Optional.of(running.get().get()) : Optional.empty();
    } catch (ExecutionException e) {
      throw new LocalRunnerException("The shipments failed: " + e.getCause(), e);
    }
  }

  /** Ends what is under way. */
  @Override
  public void close() {
    threads.shutdownNow();
    boolean interrupted = false;
    while (!threads.isTerminated()) {
      try {
        threads.awaitTermination(1, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static Shipped run(LocalSettings settings, ShipmentPlan plan, Duration patience)
      throws InterruptedException {
    try (LocalSystem system = LocalSystem.start(settings);
        KafkaGroup group = new KafkaGroup(system.kafka().orElseThrow(), TOPIC, TOPIC);
        ShipmentSender sender = new ShipmentSender(system.kafka().orElseThrow(), plan)) {
      system.warmUp(patience);
      int warm = processes(system);
      Look look = new Look(settings.clock(), group, patience);
      List<String> left = new ArrayList<>();
      reach(left, () -> deliver(system, look, sender, plan));
      int deaths = processes(system) - warm;
      ShipmentTables tables = new ShipmentTables(system, sender);
      Set<Map<String, AttributeValue>> rows = tables.rows();
      ShipmentTables.Parked parked = tables.drain();
      if (left.isEmpty()) {
        reach(left, () -> rewind(system, look));
      }
      Set<Integer> again = new HashSet<>(tables.drain().numbers());
      again.retainAll(parked.numbers());
      boolean isRewound = left.isEmpty();
      return new Shipped(
          plan,
          tables.parcels(),
          parked.numbers(),
          parked.strangers(),
          isRewound ? changed(rows, tables.rows()) : List.of(),
          isRewound ? Set.copyOf(again) : parked.numbers(),
          left,
          deaths);
    }
  }

  private static List<String> changed(
      Set<Map<String, AttributeValue>> before, Set<Map<String, AttributeValue>> after) {
    return after.stream().filter(row -> !before.contains(row)).map(Object::toString).toList();
  }

  /** What a run has to come to. */
  private interface Way {
    void go() throws InterruptedException, NotReachedException;
  }

  /** Goes as far as it can, and notes what was not reached. */
  private static void reach(List<String> left, Way way) throws InterruptedException {
    try {
      way.go();
    } catch (NotReachedException e) {
      left.add(String.valueOf(e.getMessage()));
    }
  }

  private static final class NotReachedException extends Exception {
    private static final long serialVersionUID = 1;

    NotReachedException(String what) {
      super(what);
    }
  }

  /** Each third comes with something else: faults, a rebalance, a broker that dies. */
  private static void deliver(
      LocalSystem system, Look look, ShipmentSender sender, ShipmentPlan plan)
      throws InterruptedException, NotReachedException {
    KafkaEngine kafka = system.kafka().orElseThrow();
    int third = plan.records().size() / 3;
    sender.send(0, third);
    system.startEventSources(InvocationListener.NONE);
    look.until(() -> look.committed() > 0, "the group has not begun");
    try (Intruder intruder = Intruder.join(kafka)) {
      sender.send(third, 2 * third);
      look.until(intruder::hasPartitions, "no partition moved to another member");
    }
    kafka.kill();
    kafka.restart();
    sender.send(2 * third, plan.records().size());
    look.until(
        () -> look.isAtEnd() && look.committed() == plan.records().size(),
        "the group is not at the end of the topic");
  }

  /** The group has to be empty before its positions can be set. */
  private static void rewind(LocalSystem system, Look look)
      throws InterruptedException, NotReachedException {
    system.stopEventSources();
    look.until(look.group()::isEmpty, "the group has members");
    look.group().rewind();
    system.startEventSources(InvocationListener.NONE);
    look.until(look::isAtEnd, "the group is not at the end of the topic again");
    system.stopEventSources();
  }

  private static int processes(LocalSystem system) {
    return system.template().kafka().stream()
        .mapToInt(topic -> system.function(topic.function().name()).started())
        .sum();
  }

  /** Looks where the group is, and waits as long as it moves. */
  private record Look(Clock clock, KafkaGroup group, Duration most) {
    void until(BooleanSupplier holds, String otherwise)
        throws InterruptedException, NotReachedException {
      Patience patience = new Patience(clock, most);
      while (!holds.getAsBoolean()) {
        if (!patience.lasts(committed())) {
          throw new NotReachedException(otherwise);
        }
        Thread.sleep(LOOK_MILLIS);
      }
    }

    boolean isAtEnd() {
      return group.committed().equals(group.ends());
    }

    /** The sum of the group's positions: it began with 0 in each partition. */
    long committed() {
      return group.committed().values().stream().mapToLong(Long::longValue).sum();
    }
  }
}
