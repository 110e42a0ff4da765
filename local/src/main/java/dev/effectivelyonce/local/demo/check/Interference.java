package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.local.demo.plan.Event;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What injected faults did to a run, besides processes that died.
 *
 * @param failures for each delivery that failed or got lost, the messages in it: they explain used
 *     up receives and attempts, but no repeated effect
 * @param orders how often an order was written and its handler does not know, by key
 * @param payments how often a payment's balance was lowered and its handler failed at the ledger,
 *     by key
 * @param debits how often a balance was lowered and the handler does not know
 */
public record Interference(
    List<Set<Integer>> failures,
    Map<String, Integer> orders,
    Map<String, Integer> payments,
    Map<Debit, Integer> debits) {
  /** A payment, as far as the write that lowers its account's balance shows it. */
  public record Debit(String accountId, long amountCents) {}

  /** Nothing was injected. */
  public static Interference none() {
    return new Interference(List.of(), Map.of(), Map.of(), Map.of());
  }

  boolean isNone() {
    return equals(none());
  }

  /** How often the handler of an event ended in an exception after its effect. */
  int lostEffects(Event event) {
    return switch (event.id().queue()) {
      case ORDERS -> orders.getOrDefault(event.id().key(), 0);
      case PAYMENTS ->
          payments.getOrDefault(event.id().key(), 0)
              + debits.getOrDefault(new Debit(event.accountId(), event.amountCents()), 0);
    };
  }
}
