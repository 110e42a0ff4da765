package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.gateway.Entry;
import dev.effectivelyonce.local.demo.check.Fulfilled.Reservation;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.demo.plan.FulfilmentContents;
import dev.effectivelyonce.local.demo.plan.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What gateway and warehouse have done if all went well, for tests to spoil. */
final class FulfilledOutcome {
  private static final String ARTICLE = "article-0";

  final List<Entry> ledger = new ArrayList<>();
  final List<Reservation> reservations = new ArrayList<>();
  final List<String> shipments = new ArrayList<>();
  final Map<String, Long> stock = new HashMap<>(FulfilmentContents.openingStock());

  Fulfilled fulfilled() {
    return new Fulfilled(ledger, reservations, shipments, stock);
  }

  void happen(Event event, boolean isShipped) {
    String orderId = event.id().key();
    if (isShipped) {
      charge(event);
      reserve(event, Fulfilled.SHIPPED);
      shipments.add(orderId);
      return;
    }
    if (event.kind() == Kind.RECALLED || event.kind() == Kind.CRASH_IN_REFUND) {
      charge(event);
      refund(event);
    }
    if (event.kind() != Kind.SOLD_OUT) {
      reserve(event, Fulfilled.RELEASED);
    }
  }

  void charge(Event event) {
    ledger.add(entry(Entry.Kind.CHARGE, event));
  }

  void refund(Event event) {
    ledger.add(entry(Entry.Kind.REFUND, event));
  }

  void reserve(Event event, String state) {
    reservations.add(new Reservation(event.id().key(), state, Map.of(ARTICLE, 2L)));
    if (!state.equals(Fulfilled.RELEASED)) {
      stock.merge(ARTICLE, -2L, Long::sum);
    }
  }

  private Entry entry(Entry.Kind kind, Event event) {
    String number = Integer.toString(ledger.size());
    return new Entry(kind, number, "key-" + number, event.id().key(), event.amountCents());
  }
}
