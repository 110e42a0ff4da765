package dev.effectivelyonce.benchmarks.subject;

import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The handler of every subject. It does next to nothing, or puts a row: what is measured is the
 * rest.
 */
public final class Effect {
  private final Consumer<Order> rows;
  private final LongAdder runs = new LongAdder();

  private Effect(Consumer<Order> rows) {
    this.rows = rows;
  }

  /** Ends at once. */
  public static Effect immediate() {
    return new Effect(order -> {});
  }

  /** The same, and each run puts a row into the table of records. */
  public Effect putting(Backing.Table table) {
    return new Effect(
        order -> table.client().putItem(put -> put.tableName(table.name()).item(row(order))));
  }

  static Map<String, AttributeValue> row(Order order) {
    return Map.of(
        "id", AttributeValue.fromS("row-" + order.orderId()),
        "customerId", AttributeValue.fromS(order.customerId()),
        "totalCents", AttributeValue.fromN(Long.toString(order.totalCents())));
  }

  Receipt apply(Order order) {
    rows.accept(order);
    runs.increment();
    return new Receipt(order.orderId(), order.totalCents());
  }

  /** How often the handler ran. */
  public long runs() {
    return runs.sum();
  }
}
