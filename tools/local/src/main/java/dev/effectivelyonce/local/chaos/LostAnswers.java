package dev.effectivelyonce.local.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Notes the faults after which a handler can't know that it had its effect, and the receives that
 * never reached a function. Safe for use by many threads.
 *
 * <p>A plain effect that arrived and whose answer was lost makes the handler throw after its
 * effect: under RERUN the effect may repeat once for it, as the guarantee says. No other fault
 * allows a repeat, and an effect that is committed with its record's completion never does.
 */
public final class LostAnswers {
  private final Map<String, Integer> orders = new ConcurrentHashMap<>();
  private final Queue<List<JsonNode>> receives = new ConcurrentLinkedQueue<>();

  LostAnswers() {}

  /** Returns the counts by order id. */
  public Map<String, Integer> orders() {
    return Map.copyOf(orders);
  }

  /** The messages of each receive that nobody got, as SQS wrote them. */
  public List<List<JsonNode>> receives() {
    return List.copyOf(receives);
  }

  void order(Call call, Fault fault, Answer answer) {
    if (fault == Fault.CUT && answer.isSuccess()) {
      orders.merge(call.body().at("/Key/orderId/S").asText(), 1, Integer::sum);
    }
  }

  void receive(Answer answer) {
    if (answer.isSuccess()) {
      List<JsonNode> messages = new ArrayList<>();
      answer.body().path("Messages").forEach(messages::add);
      receives.add(List.copyOf(messages));
    }
  }
}
