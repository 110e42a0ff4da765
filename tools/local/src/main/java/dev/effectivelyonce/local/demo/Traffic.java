package dev.effectivelyonce.local.demo;

import static java.util.Objects.requireNonNull;

import dev.effectivelyonce.local.demo.plan.DemoQueue;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.Plan;
import dev.effectivelyonce.local.demo.plan.PlannedMessage;
import dev.effectivelyonce.local.demo.plan.PlannedMessage.Role;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Several senders on each queue, and several callers of the API. On the FIFO queue each has
 * accounts of its own, in order.
 */
final class Traffic implements AutoCloseable {
  private static final int SENDERS = 2;
  private static final int CALLERS = 6;
  private static final long PAUSE_MILLIS = 150;

  /**
   * Keeps redelivered messages from queueing behind thousands of new ones, and ElasticMQ from
   * searching thousands for a free message group at each receive.
   */
  private static final int MOST_VISIBLE = 400;

  /** The queues whose messages are sent when others are being handled. */
  private static final List<DemoQueue> LATER =
      List.of(DemoQueue.FULFILMENT, DemoQueue.RECEIPTS, DemoQueue.LEDGER);

  /** The part of the other messages that is done before these are sent, and requests. */
  private static final int REST_BEFORE_OTHERS = 16;

  private final StackResources stack;
  private final Sender sender;
  private final QueueDepths depths;
  private final InvocationLog log;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Future<?>> running = new ArrayList<>();

  private Traffic(StackResources stack, Sender sender, InvocationLog log) {
    this.stack = stack;
    this.sender = sender;
    this.depths = new QueueDepths(stack);
    this.log = log;
  }

  /** Starts to send all messages and requests of a plan. */
  static Traffic start(
      StackResources stack, Sender sender, Plan plan, InvocationLog log, Callers callers) {
    Traffic traffic = new Traffic(stack, sender, log);
    List<PlannedMessage> orders = plan.messages(DemoQueue.ORDERS);
    List<PlannedMessage> others = afterZombies(orders);
    traffic.start(
        plan,
        DemoQueue.ORDERS,
        lane ->
            every(
                Sender.calls(others.stream().filter(message -> !isReuse(message)).toList()), lane));
    traffic.start(
        plan,
        DemoQueue.PAYMENTS,
        lane -> payments(afterZombies(plan.messages(DemoQueue.PAYMENTS)), lane));
    for (DemoQueue queue : LATER) {
      traffic.running.add(traffic.threads.submit(() -> traffic.sendLater(plan, queue)));
    }
    List<Future<?>> rest = List.copyOf(traffic.running);
    traffic.running.add(traffic.threads.submit(() -> traffic.sendReused(orders, rest)));
    for (int caller = 0; caller < CALLERS; caller++) {
      traffic.running.add(traffic.threads.submit(() -> traffic.call(plan, callers)));
    }
    return traffic;
  }

  private void start(
      Plan plan, DemoQueue queue, IntFunction<List<List<PlannedMessage>>> callsOfLane) {
    Future<Boolean> zombies = threads.submit(() -> zombiesAreReceived(plan, queue));
    for (int lane = 0; lane < SENDERS; lane++) {
      List<List<PlannedMessage>> calls = callsOfLane.apply(lane);
      running.add(
          threads.submit(
              () -> {
                if (zombies.get()) {
                  send(queue, calls);
                }
                return queue;
              }));
    }
  }

  /**
   * Sends the zombies of a queue, and waits until their handlers have them: with others in their
   * batch they would die with these. False if the wait is interrupted.
   */
  private boolean zombiesAreReceived(Plan plan, DemoQueue queue) {
    List<PlannedMessage> zombies = plan.messages(queue).stream().filter(Zombies::isZombie).toList();
    Sender.calls(zombies).forEach(call -> sender.send(stack.queueUrl(queue), call));
    while (!zombies.stream().allMatch(zombie -> log.isReceived(zombie.number()))) {
      if (!slept()) {
        return false;
      }
    }
    return true;
  }

  private static List<PlannedMessage> afterZombies(List<PlannedMessage> messages) {
    return messages.stream().filter(message -> !Zombies.isZombie(message)).toList();
  }

  /** Returns whether every message has been sent, and every request answered. */
  boolean isDone() throws ExecutionException, InterruptedException {
    for (Future<?> part : running) {
      if (!part.isDone()) {
        return false;
      }
      part.get();
    }
    return true;
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }

  private void send(DemoQueue queue, List<List<PlannedMessage>> calls) {
    int room = 0;
    for (List<PlannedMessage> call : calls) {
      while (room <= 0) {
        room = (MOST_VISIBLE - depths.visible(queue)) / SENDERS;
        if (room <= 0 && !slept()) {
          return;
        }
      }
      sender.send(stack.queueUrl(queue), call);
      room -= call.size();
    }
  }

  /** Later than the rest: the processes of many functions that start at once slow each other. */
  private void sendLater(Plan plan, DemoQueue queue) {
    List<PlannedMessage> mine = plan.messages(queue);
    if (mine.isEmpty() || (restHasBegun(plan) && zombiesAreReceived(plan, queue))) {
      send(queue, Sender.calls(afterZombies(mine)));
    }
  }

  /** Later than the rest too. */
  private @Nullable Void call(Plan plan, Callers callers) throws InterruptedException {
    if (!plan.requests().isEmpty() && restHasBegun(plan)) {
      callers.run();
    }
    return null;
  }

  /** Waits for it; false if the wait is interrupted. */
  private boolean restHasBegun(Plan plan) {
    int later = LATER.stream().mapToInt(queue -> plan.messages(queue).size()).sum();
    int rest = plan.messages().size() - later;
    while (log.acknowledgedCount() < rest / REST_BEFORE_OTHERS) {
      if (!slept()) {
        return false;
      }
    }
    return true;
  }

  /**
   * A queue without order decides by chance which payload of a key comes first, so the second is
   * sent when the first is done: acknowledged, or dead-lettered with all else that was there.
   */
  private void sendReused(List<PlannedMessage> orders, List<Future<?>> others) {
    Map<Event.Id, Integer> firsts = new HashMap<>();
    for (PlannedMessage message : orders) {
      if (message.role() == Role.FIRST) {
        firsts.put(message.event().orElseThrow(), message.number());
      } else if (isReuse(message)) {
        int first = requireNonNull(firsts.get(message.event().orElseThrow()));
        while (!log.isAcknowledged(first) && !isEmptied(others)) {
          if (!slept()) {
            return;
          }
        }
        sender.send(stack.queueUrl(DemoQueue.ORDERS), List.of(message));
      }
    }
  }

  private boolean isEmptied(List<Future<?>> others) {
    return others.stream().allMatch(Future::isDone) && depths.all(DemoQueue.ORDERS) == 0;
  }

  private static boolean isReuse(PlannedMessage message) {
    return message.role() == Role.REUSED_KEY;
  }

  /** The calls of the accounts that are this sender's. */
  private static List<List<PlannedMessage>> payments(List<PlannedMessage> all, int lane) {
    ToIntFunction<PlannedMessage> laneOf =
        message -> Math.floorMod(message.group().hashCode(), SENDERS);
    return Sender.calls(
        all.stream().filter(message -> laneOf.applyAsInt(message) == lane).toList());
  }

  private static <T> List<T> every(List<T> all, int lane) {
    List<T> mine = new ArrayList<>();
    for (int index = lane; index < all.size(); index += SENDERS) {
      mine.add(all.get(index));
    }
    return mine;
  }

  private static boolean slept() {
    try {
      Thread.sleep(PAUSE_MILLIS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
