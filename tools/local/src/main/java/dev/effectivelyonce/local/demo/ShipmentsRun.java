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
import java.time.Instant;
import java.util.HashSet;
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

  /** What takes longer is left as it is, and the report says so. */
  private static final Duration LONGEST = Duration.ofMinutes(5);

  private static final long LOOK_MILLIS = 100;

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Optional<Future<Shipped>> running;

  private ShipmentsRun(LocalSettings settings, Optional<ShipmentPlan> plan) {
    this.running = plan.map(it -> threads.submit(() -> run(settings, it)));
  }

  /**
   * Starts the stack and sends the records; does nothing without a plan.
   *
   * @param demo the settings of the other stack: that of shipments is in the folder beside its own
   */
  static ShipmentsRun start(LocalSettings demo, Optional<ShipmentPlan> plan) {
    LocalSettings settings =
        LocalSettings.of(
                demo.templateFolder().resolveSibling("cdk.out-kafka"),
                demo.workFolder().resolve(TOPIC),
                demo.clock(),
                demo.ids())
            .withStackName(LocalSettings.TRIAL_STACK + "-shipments");
    return new ShipmentsRun(settings, plan);
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

  private static Shipped run(LocalSettings settings, ShipmentPlan plan)
      throws InterruptedException {
    try (LocalSystem system = LocalSystem.start(settings);
        KafkaGroup group = new KafkaGroup(system.kafka().orElseThrow(), TOPIC, TOPIC);
        ShipmentSender sender = new ShipmentSender(system.kafka().orElseThrow(), plan)) {
      system.warmUp();
      int warm = processes(system);
      Look look = new Look(settings.clock(), group);
      deliver(system, look, sender, plan);
      ShipmentTables tables = new ShipmentTables(system, sender);
      boolean wasAtEnd = look.isAtEnd();
      Set<Map<String, AttributeValue>> rows = tables.rows();
      ShipmentTables.Parked parked = tables.drain();
      rewind(system, look);
      Set<Integer> again = new HashSet<>(tables.drain().numbers());
      again.retainAll(parked.numbers());
      return new Shipped(
          plan,
          tables.parcels(),
          parked.numbers(),
          parked.strangers(),
          tables.rows().stream().filter(row -> !rows.contains(row)).map(Object::toString).toList(),
          Set.copyOf(again),
          wasAtEnd && look.isAtEnd() && look.committed() == plan.records().size(),
          processes(system) - warm);
    }
  }

  /** Each third comes with something else: faults, a rebalance, a broker that dies. */
  private static void deliver(
      LocalSystem system, Look look, ShipmentSender sender, ShipmentPlan plan)
      throws InterruptedException {
    KafkaEngine kafka = system.kafka().orElseThrow();
    int third = plan.records().size() / 3;
    sender.send(0, third);
    system.startEventSources(InvocationListener.NONE);
    look.until(() -> look.committed() > 0);
    try (Intruder intruder = Intruder.join(kafka)) {
      sender.send(third, 2 * third);
      look.until(intruder::hasPartitions);
      if (!intruder.hasPartitions()) {
        throw new LocalRunnerException("No partition moved to another member within " + LONGEST);
      }
    }
    kafka.kill();
    kafka.restart();
    sender.send(2 * third, plan.records().size());
    look.until(look::isAtEnd);
  }

  /** The group has to be empty before its positions can be set. */
  private static void rewind(LocalSystem system, Look look) throws InterruptedException {
    system.stopEventSources();
    look.until(look.group()::isEmpty);
    look.group().rewind();
    system.startEventSources(InvocationListener.NONE);
    look.until(look::isAtEnd);
    system.stopEventSources();
  }

  private static int processes(LocalSystem system) {
    return system.template().kafka().stream()
        .mapToInt(topic -> system.function(topic.function().name()).started())
        .sum();
  }

  /** Looks where the group is, and waits. */
  private record Look(Clock clock, KafkaGroup group) {
    void until(BooleanSupplier holds) throws InterruptedException {
      Instant end = clock.instant().plus(LONGEST);
      while (!holds.getAsBoolean() && clock.instant().isBefore(end)) {
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
