package dev.effectivelyonce.local.demo;

import dev.effectivelyonce.local.LocalRunnerException;
import dev.effectivelyonce.local.demo.check.Shipped;
import dev.effectivelyonce.local.demo.plan.Plan;
import dev.effectivelyonce.local.demo.plan.PlannedMessage;
import dev.effectivelyonce.local.engines.KafkaEngine;
import dev.effectivelyonce.local.engines.KafkaGroup;
import dev.effectivelyonce.local.eventsource.InvocationListener;
import dev.effectivelyonce.local.eventsource.kafka.KafkaEventSource;
import dev.effectivelyonce.local.system.LocalSettings;
import dev.effectivelyonce.local.system.LocalSystem;
import dev.effectivelyonce.local.template.KafkaMapping;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.Consumer;

/**
 * Runs the stack of shipments beside the other one: records with copies and faults, a rebalance, a
 * broker that is killed, and a rewind to the beginning when all is done.
 */
final class ShipmentsRun implements AutoCloseable {
  private static final long LOOK_MILLIS = 100;
  private static final Duration POLL = Duration.ofMillis(100);

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Optional<Future<Shipped>> running;

  private ShipmentsRun(LocalSettings settings, Optional<Plan> plan, Duration patience) {
    this.running = plan.map(it -> threads.submit(() -> run(settings, it, patience)));
  }

  /**
   * Starts the stack and sends the records; does nothing without a plan.
   *
   * @param demo the settings of the other stack: that of shipments is in the folder beside its own
   * @param slack how many times as long everything may take
   */
  static ShipmentsRun start(LocalSettings demo, Optional<Plan> plan, Slack slack) {
    LocalSettings settings =
        LocalSettings.of(
                demo.templateFolder().resolveSibling("cdk.out-kafka"),
                demo.workFolder().resolve(ShipmentTopic.NAME),
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
    threads.close();
  }

  private static Shipped run(LocalSettings settings, Plan plan, Duration patience)
      throws InterruptedException {
    try (LocalSystem system = LocalSystem.start(settings);
        KafkaGroup group =
            new KafkaGroup(system.kafka().orElseThrow(), ShipmentTopic.NAME, ShipmentTopic.NAME);
        ShipmentTopic topic = new ShipmentTopic(system)) {
      system.warmUp(patience);
      int warm = processes(system);
      Look look = new Look(settings.clock(), group, patience, new ArrayList<>());
      deliver(system, look, topic, plan.messages());
      int deaths = processes(system) - warm;
      Set<Row> rows = topic.rows();
      ShipmentTopic.Parked parked = topic.drain();
      if (look.left().isEmpty()) {
        rewind(system, look);
      }
      Set<Integer> again = topic.drain().numbers();
      again.retainAll(parked.numbers());
      boolean isRewound = look.left().isEmpty();
      return new Shipped(
          plan,
          topic.parcels(),
          parked.numbers(),
          parked.strangers(),
          isRewound ? changed(rows, topic.rows()) : List.of(),
          isRewound ? again : parked.numbers(),
          look.left(),
          deaths);
    }
  }

  private static List<String> changed(Set<Row> before, Set<Row> after) {
    return after.stream().filter(row -> !before.contains(row)).map(Object::toString).toList();
  }

  /** Each third comes with something else: faults, a rebalance, a broker that dies. */
  private static void deliver(
      LocalSystem system, Look look, ShipmentTopic topic, List<PlannedMessage> all)
      throws InterruptedException {
    KafkaEngine kafka = system.kafka().orElseThrow();
    int third = all.size() / 3;
    topic.send(all.subList(0, third));
    system.startEventSources(InvocationListener.NONE);
    look.until(() -> look.committed() > 0, "the group has not begun");
    try (Consumer<byte[], byte[]> stranger = stranger(system, kafka)) {
      topic.send(all.subList(third, 2 * third));
      look.until(() -> hasPartitions(stranger), "no partition moved to another member");
    }
    kafka.kill();
    kafka.restart();
    topic.send(all.subList(2 * third, all.size()));
    look.until(
        () -> look.isAtEnd() && look.committed() == all.size(),
        "the group is not at the end of the topic");
  }

  /**
   * Joins the group. Given partitions of others, it handles nothing and leaves: they move twice,
   * while invocations have their records.
   */
  private static Consumer<byte[], byte[]> stranger(LocalSystem system, KafkaEngine kafka) {
    KafkaMapping mapping = system.template().kafka().getFirst().mapping();
    Consumer<byte[], byte[]> consumer = KafkaEventSource.member(mapping, kafka.bootstrapServers());
    consumer.subscribe(List.of(mapping.topic()));
    return consumer;
  }

  /** Polls, by which a member takes part. */
  private static boolean hasPartitions(Consumer<byte[], byte[]> member) {
    member.poll(POLL);
    return !member.assignment().isEmpty();
  }

  /** The group has to be empty before its positions can be set. */
  private static void rewind(LocalSystem system, Look look) throws InterruptedException {
    system.stopEventSources();
    look.until(look.group()::isEmpty, "the group has members");
    if (look.left().isEmpty()) {
      look.group().rewind();
      system.startEventSources(InvocationListener.NONE);
      look.until(look::isAtEnd, "the group is not at the end of the topic again");
      system.stopEventSources();
    }
  }

  private static int processes(LocalSystem system) {
    return system.template().kafka().stream()
        .mapToInt(topic -> system.function(topic.function().name()).started())
        .sum();
  }

  /**
   * Looks where the group is, and waits as long as it moves.
   *
   * @param left what was waited for in vain: after that there is no more waiting
   */
  private record Look(Clock clock, KafkaGroup group, Duration most, List<String> left) {
    void until(BooleanSupplier holds, String otherwise) throws InterruptedException {
      Patience patience = new Patience(clock, most);
      while (left.isEmpty() && !holds.getAsBoolean()) {
        if (!patience.lasts(committed())) {
          left.add(otherwise);
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
