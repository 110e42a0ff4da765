package dev.effectivelyonce.gateway;

import dev.effectivelyonce.gateway.Entry.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What the gateway has done, and what it answered to which idempotency key. A key is answered once:
 * the same request gets the first answer again, another one is refused. Safe for many threads.
 */
final class Ledger {
  private static final int PAYMENT_REQUIRED = 402;
  private static final int NOT_FOUND = 404;
  private static final int UNPROCESSABLE = 422;

  /** A card of these customers is never charged. */
  static final String DECLINED = "declined";

  private record Given(String request, Answer answer) {}

  private final List<Entry> entries = new ArrayList<>();
  private final Map<String, Given> answers = new LinkedHashMap<>();

  synchronized Answer charge(String key, String request, Charge charge) {
    return once(
        key,
        request,
        () ->
            charge.customerId().contains(DECLINED)
                ? Answer.problem(PAYMENT_REQUIRED, "The card was declined")
                : Answer.of(add(Kind.CHARGE, key, charge.orderId(), charge.amountCents())));
  }

  /** Under another key it refunds again: a caller that asks twice is to be seen in the ledger. */
  synchronized Answer refund(String key, String request, String chargeId) {
    return once(
        key,
        request,
        () ->
            chargeOf(chargeId)
                .map(of -> Answer.of(add(Kind.REFUND, key, of.orderId(), of.amountCents())))
                .orElseGet(() -> Answer.problem(NOT_FOUND, "There is no such charge")));
  }

  synchronized Answer find(String key) {
    return entries.stream()
        .filter(entry -> entry.kind() == Kind.CHARGE && entry.key().equals(key))
        .findFirst()
        .map(Answer::found)
        .orElseGet(() -> Answer.problem(NOT_FOUND, "No charge has this key"));
  }

  synchronized List<Entry> entries() {
    return List.copyOf(entries);
  }

  private Answer once(String key, String request, Supplier<Answer> effect) {
    Given before = answers.get(key);
    if (before == null) {
      Answer answer = effect.get();
      answers.put(key, new Given(request, answer));
      return answer;
    }
    return before.request().equals(request)
        ? before.answer()
        : Answer.problem(UNPROCESSABLE, "The key was used for another request");
  }

  private Entry add(Kind kind, String key, String orderId, long amountCents) {
    String id = (kind == Kind.CHARGE ? "ch-" : "re-") + (entries.size() + 1);
    Entry entry = new Entry(kind, id, key, orderId, amountCents);
    entries.add(entry);
    return entry;
  }

  private Optional<Entry> chargeOf(String id) {
    return entries.stream()
        .filter(entry -> entry.kind() == Kind.CHARGE && entry.id().equals(id))
        .findFirst();
  }
}
