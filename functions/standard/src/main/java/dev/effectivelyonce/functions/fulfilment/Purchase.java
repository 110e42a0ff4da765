package dev.effectivelyonce.functions.fulfilment;

import static java.util.Objects.requireNonNull;

import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.MessageKey;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** An order that is to be reserved, charged and shipped, as its producer sends it. */
record Purchase(
    String orderId, String customerId, long totalCents, String currency, List<Item> items) {
  static final MessageIdentity<Purchase> IDENTITY =
      MessageIdentity.of("fulfilment", Purchase.class, MessageKey.of(Purchase::orderId))
          .fingerprint(
              purchase ->
                  Fingerprint.of(
                      purchase.customerId(), purchase.totalCents(), purchase.currency()));

  /** The most items of an order, so that a reservation fits into one transaction. */
  private static final int MOST_ITEMS = 50;

  /** An article and its number of pieces. */
  record Item(String sku, int quantity) {
    Item {
      requireNonNull(sku, "sku");
      if (quantity <= 0) {
        throw new IllegalArgumentException("quantity is not positive");
      }
    }
  }

  Purchase {
    requireNonNull(orderId, "orderId");
    requireNonNull(customerId, "customerId");
    requireNonNull(currency, "currency");
    items = List.copyOf(requireNonNull(items, "items"));
    if (totalCents <= 0) {
      throw new IllegalArgumentException("totalCents is not positive");
    }
    if (items.isEmpty() || items.size() > MOST_ITEMS) {
      throw new IllegalArgumentException("items are not 1 to " + MOST_ITEMS);
    }
  }

  /** Returns how many pieces of each article: a transaction takes each row once. */
  SortedMap<String, Integer> quantities() {
    SortedMap<String, Integer> quantities = new TreeMap<>();
    items.forEach(item -> quantities.merge(item.sku(), item.quantity(), Math::addExact));
    return quantities;
  }
}
