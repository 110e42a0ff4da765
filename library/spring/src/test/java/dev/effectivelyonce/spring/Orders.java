package dev.effectivelyonce.spring;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;

import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.handler.HandlerResult;
import io.awspring.cloud.sqs.annotation.SqsListener;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;

/** The listener of an application. */
class Orders {
  record Order(String orderId, long cents) {}

  /** What the method does for an order, by its id; otherwise it returns. */
  interface Answer {
    HandlerResult place(Order order) throws Exception;
  }

  final BlockingQueue<String> placed = new LinkedBlockingQueue<>();
  final Map<String, Answer> answers = new ConcurrentHashMap<>();

  // sample: listener
  @SqsListener("orders")
  @Once(
      consumer = "orders",
      key = "#payload.orderId",
      fingerprint = "#payload.cents",
      onAbandonedClaim = RERUN)
  HandlerResult place(Order order) throws Exception {
    // end
    placed.add(order.orderId());
    Answer answer = answers.get(order.orderId());
    return answer == null ? HandlerResult.completed() : answer.place(order);
  }

  @SqsListener("parcels")
  @Once(consumer = "parcels", key = "#payload.orderId", onAbandonedClaim = RERUN)
  void ship(Attempt attempt, Order order) {
    placed.add("parcel of " + order.orderId() + " by attempt " + attempt.number());
  }
}
