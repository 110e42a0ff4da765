package dev.effectivelyonce.local.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import dev.effectivelyonce.local.chaos.Wire.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * After which faults a handler can't know that it had its effect, and which receives never reached
 * a function. Safe for use by many threads.
 *
 * <p>A write of an effect that arrived and whose answer was lost makes the handler throw after its
 * effect: under RERUN the effect may repeat once for it, as the guarantee says. So does a write to
 * the ledger that fails in any way, since the balance was lowered just before it. No other fault
 * allows a repeat.
 */
public final class LostAnswers {
  /** A payment, as far as the write that lowers its account's balance shows it. */
  public record Debit(String accountId, long amountCents) {}

  private final Map<String, Integer> orders = new ConcurrentHashMap<>();
  private final Map<String, Integer> payments = new ConcurrentHashMap<>();
  private final Map<Debit, Integer> debits = new ConcurrentHashMap<>();
  private final Queue<List<JsonNode>> receives = new ConcurrentLinkedQueue<>();

  LostAnswers() {}

  /** By order id. */
  public Map<String, Integer> orders() {
    return Map.copyOf(orders);
  }

  /** By payment id: writes to the ledger that failed as far as the handler knows. */
  public Map<String, Integer> payments() {
    return Map.copyOf(payments);
  }

  /** Lowered balances of which the handler does not know. */
  public Map<Debit, Integer> debits() {
    return Map.copyOf(debits);
  }

  /** The messages of each receive that nobody got, as SQS wrote them. */
  public List<List<JsonNode>> receives() {
    return List.copyOf(receives);
  }

  void effect(Call call, EffectTables tables, Fault fault, Answer answer) {
    JsonNode body = call.body();
    boolean unknown = fault == Fault.CUT && answer.isSuccess();
    if (call.table().equals(tables.orders()) && unknown) {
      orders.merge(body.at("/Key/orderId/S").asText(), 1, Integer::sum);
    } else if (call.table().equals(tables.accounts()) && unknown) {
      Debit debit =
          new Debit(
              body.at("/Key/accountId/S").asText(),
              body.at("/ExpressionAttributeValues/:amount/N").asLong());
      debits.merge(debit, 1, Integer::sum);
    } else if (call.table().equals(tables.ledger()) && fault.fails()) {
      payments.merge(body.at("/Item/paymentId/S").asText(), 1, Integer::sum);
    }
  }

  void receive(Answer answer) {
    List<JsonNode> messages = new ArrayList<>();
    answer.body().path("Messages").forEach(messages::add);
    receives.add(List.copyOf(messages));
  }
}
