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

  /** This part of the other messages is done before orders to fulfil are sent, and requests. */
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
    List<List<PlannedMessage>> calls =
        Sender.calls(orders.stream().filter(message -> !isReuse(message)).toList());
    for (int lane = 0; lane < SENDERS; lane++) {
      List<List<PlannedMessage>> mine = every(calls, lane);
      traffic.running.add(traffic.threads.submit(() -> traffic.send(DemoQueue.ORDERS, mine)));
      List<List<PlannedMessage>> inOrder = payments(plan.messages(DemoQueue.PAYMENTS), lane);
      traffic.running.add(traffic.threads.submit(() -> traffic.send(DemoQueue.PAYMENTS, inOrder)));
    }
    traffic.running.add(traffic.threads.submit(() -> traffic.sendToFulfil(plan)));
    List<Future<?>> others = List.copyOf(traffic.running);
    traffic.running.add(traffic.threads.submit(() -> traffic.sendReused(orders, others)));
    for (int caller = 0; caller < CALLERS; caller++) {
      traffic.running.add(traffic.threads.submit(() -> traffic.call(plan, callers)));
    }
    return traffic;
  }

  /** Whether every message has been sent, and every request answered. */
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

  /** Later than the rest: the processes of three functions that start at once slow each other. */
  private void sendToFulfil(Plan plan) {
    List<PlannedMessage> mine = plan.messages(DemoQueue.FULFILMENT);
    if (mine.isEmpty() || restHasBegun(plan)) {
      send(DemoQueue.FULFILMENT, Sender.calls(mine));
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
    int rest = plan.messages().size() - plan.messages(DemoQueue.FULFILMENT).size();
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
