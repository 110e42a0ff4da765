package dev.effectivelyonce.local.demo;

import dev.effectivelyonce.local.LocalRunnerException;
import dev.effectivelyonce.local.demo.plan.DemoConsumer;
import dev.effectivelyonce.local.demo.plan.Plan;
import dev.effectivelyonce.local.demo.plan.PlannedMessage;
import dev.effectivelyonce.local.demo.plan.PlannedMessage.Role;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;

/** A sender for each queue, in the order of the plan, and several callers of the API. */
record Traffic(
    Queues queues, Plan plan, InvocationLog log, ExecutorService threads, List<Future<?>> running)
    implements AutoCloseable {
  private static final int CALLERS = 6;
  private static final long PAUSE_MILLIS = 150;

  /**
   * Keeps redelivered messages from queueing behind thousands of new ones, and ElasticMQ from
   * searching thousands for a free message group at each receive.
   */
  private static final int MOST_VISIBLE = 400;

  /** The queues whose messages are sent at once. */
  private static final Set<DemoConsumer> FIRST =
      EnumSet.of(DemoConsumer.ORDERS, DemoConsumer.PAYMENTS);

  /** The part of their messages that is done before all others are sent, and requests. */
  private static final int PART_BEFORE_OTHERS = 16;

  /** Work of a thread, which ends early if it is interrupted. */
  private interface Work {
    void run() throws InterruptedException;
  }

  /** Starts to send all messages and requests of a plan. */
  static Traffic start(Queues queues, Plan plan, InvocationLog log, Callers callers) {
    Traffic traffic =
        new Traffic(
            queues, plan, log, Executors.newVirtualThreadPerTaskExecutor(), new ArrayList<>());
    DemoConsumer.QUEUES.forEach(queue -> traffic.start(() -> traffic.send(queue)));
    for (int caller = 0; caller < CALLERS; caller++) {
      traffic.start(
          () -> {
            traffic.awaitTurn();
            callers.run();
          });
    }
    return traffic;
  }

  /** Returns whether every message has been sent, and every request answered. */
  boolean isDone() throws InterruptedException {
    try {
      for (Future<?> part : running) {
        if (!part.isDone()) {
          return false;
        }
        part.get();
      }
      return true;
    } catch (ExecutionException e) {
      throw new LocalRunnerException("Sending failed: " + e.getCause(), e);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }

  private void start(Work work) {
    running.add(
        threads.submit(
            () -> {
              work.run();
              return running;
            }));
  }

  private void send(DemoConsumer queue) throws InterruptedException {
    List<PlannedMessage> all = plan.messages(queue);
    if (!FIRST.contains(queue)) {
      awaitTurn();
    }
    List<PlannedMessage> zombies = all.stream().filter(Zombies::isZombie).toList();
    sendAll(zombies);
    // With others in their batch they would die with these.
    until(() -> zombies.stream().allMatch(zombie -> log.isReceived(zombie.number())));
    sendAll(
        all.stream().filter(it -> !Zombies.isZombie(it) && it.role() != Role.REUSED_KEY).toList());
    for (PlannedMessage message : all) {
      if (message.role() == Role.REUSED_KEY) {
        // A queue without order would decide by chance which payload of a key comes first.
        until(() -> isFirstDone(message) || queues.left(queue) == 0);
        sendAll(List.of(message));
      }
    }
  }

  /** The processes of many functions that start at once slow each other. */
  private void awaitTurn() throws InterruptedException {
    int first = FIRST.stream().mapToInt(queue -> plan.messages(queue).size()).sum();
    until(() -> log.acknowledged().size() >= first / PART_BEFORE_OTHERS);
  }

  private boolean isFirstDone(PlannedMessage reused) {
    return plan.messages().stream()
        .filter(PlannedMessage::isRunnable)
        .filter(message -> message.event().equals(reused.event()))
        .anyMatch(message -> log.acknowledged().contains(message.number()));
  }

  private void sendAll(List<PlannedMessage> messages) throws InterruptedException {
    for (int from = 0; from < messages.size(); from += Queues.MOST_IN_A_CALL) {
      DemoConsumer queue = messages.get(from).queue();
      if (from % (MOST_VISIBLE / 2) == 0) {
        until(() -> queues.visible(queue) < MOST_VISIBLE / 2);
      }
      queues.send(messages.subList(from, Math.min(from + Queues.MOST_IN_A_CALL, messages.size())));
    }
  }

  private static void until(BooleanSupplier holds) throws InterruptedException {
    while (!holds.getAsBoolean()) {
      Thread.sleep(PAUSE_MILLIS);
    }
  }
}
