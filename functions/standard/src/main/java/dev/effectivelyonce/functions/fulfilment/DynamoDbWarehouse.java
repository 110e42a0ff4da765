package dev.effectivelyonce.functions.fulfilment;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.effectivelyonce.core.steps.StepFailedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Keeps the warehouse in tables. Each call is one transaction. Its first action writes a row or
 * state that the step's key names and that must not be there yet. A call may be sent a second time,
 * by another attempt or a client that got no answer. It is then refused as a whole, and the row
 * that it found is from its own first call.
 */
final class DynamoDbWarehouse implements Warehouse {
  /** The names of the tables. */
  record Tables(String stock, String reservations, String shipments) {}

  private static final String REFUSED = "ConditionalCheckFailed";
  private static final String RESERVED = "RESERVED";
  private static final String RELEASED = "RELEASED";
  private static final String SHIPPED = "SHIPPED";

  private final DynamoDbClient client;
  private final Tables tables;

  DynamoDbWarehouse(DynamoDbClient client, Tables tables) {
    this.client = client;
    this.tables = tables;
  }

  @Override
  public Reservation reserve(String key, Purchase purchase) {
    List<TransactWriteItem> writes = new ArrayList<>();
    writes.add(reservation(key, purchase));
    purchase.quantities().forEach((sku, quantity) -> writes.add(take(sku, quantity)));
    once(writes, "The stock has too little");
    return new Reservation(key);
  }

  @Override
  public void release(String key, Reservation reservation, Purchase purchase) {
    List<TransactWriteItem> writes = new ArrayList<>();
    writes.add(end(reservation, RELEASED, key));
    purchase.quantities().forEach((sku, quantity) -> writes.add(putBack(sku, quantity)));
    once(writes, "The stock has no such article");
  }

  @Override
  public void ship(String key, Reservation reservation, Purchase purchase) {
    List<TransactWriteItem> writes = new ArrayList<>();
    writes.add(end(reservation, SHIPPED, key));
    writes.add(shipment(key, reservation, purchase));
    purchase.quantities().keySet().forEach(sku -> writes.add(notRecalled(sku)));
    once(writes, "An article was recalled");
  }

  /**
   * Writes, unless the first action says that this call has written already. A conflict, a throttle
   * or a lost answer is thrown on: another try may still be under way, and the next attempt, with
   * the same key, finds out.
   *
   * @param refusal what it means that another action is refused
   */
  private void once(List<TransactWriteItem> writes, String refusal) {
    try {
      client.transactWriteItems(request -> request.transactItems(writes));
    } catch (TransactionCanceledException e) {
      List<CancellationReason> reasons = e.cancellationReasons();
      if (isRefused(reasons, 0)) {
        return;
      }
      if (IntStream.range(1, reasons.size()).anyMatch(index -> isRefused(reasons, index))) {
        throw new StepFailedException(refusal);
      }
      throw e;
    }
  }

  private static boolean isRefused(List<CancellationReason> reasons, int index) {
    return index < reasons.size() && REFUSED.equals(reasons.get(index).code());
  }

  private TransactWriteItem reservation(String key, Purchase purchase) {
    return TransactWriteItem.builder()
        .put(
            put ->
                put.tableName(tables.reservations())
                    .item(
                        Map.of(
                            "reservationId", fromS(key),
                            "orderId", fromS(purchase.orderId()),
                            "state", fromS(RESERVED),
                            "items", items(purchase)))
                    .conditionExpression("attribute_not_exists(reservationId)"))
        .build();
  }

  private static AttributeValue items(Purchase purchase) {
    Map<String, AttributeValue> items = new TreeMap<>();
    purchase.quantities().forEach((sku, quantity) -> items.put(sku, number(quantity)));
    return AttributeValue.fromM(items);
  }

  /** Released or shipped: one of them, once. */
  private TransactWriteItem end(Reservation reservation, String state, String key) {
    return TransactWriteItem.builder()
        .update(
            update ->
                update
                    .tableName(tables.reservations())
                    .key(Map.of("reservationId", fromS(reservation.id())))
                    .updateExpression("SET #state = :state, endedBy = :key")
                    .conditionExpression("#state = :reserved")
                    .expressionAttributeNames(Map.of("#state", "state"))
                    .expressionAttributeValues(
                        Map.of(
                            ":state", fromS(state),
                            ":reserved", fromS(RESERVED),
                            ":key", fromS(key))))
        .build();
  }

  private TransactWriteItem shipment(String key, Reservation reservation, Purchase purchase) {
    return TransactWriteItem.builder()
        .put(
            put ->
                put.tableName(tables.shipments())
                    .item(
                        Map.of(
                            "shipmentId", fromS(key),
                            "orderId", fromS(purchase.orderId()),
                            "reservationId", fromS(reservation.id())))
                    .conditionExpression("attribute_not_exists(shipmentId)"))
        .build();
  }

  private TransactWriteItem take(String sku, int quantity) {
    return stock(sku, quantity, "SET available = available - :quantity", "available >= :quantity");
  }

  private TransactWriteItem putBack(String sku, int quantity) {
    return stock(
        sku, quantity, "SET available = available + :quantity", "attribute_exists(available)");
  }

  private TransactWriteItem stock(String sku, int quantity, String change, String condition) {
    return TransactWriteItem.builder()
        .update(
            update ->
                update
                    .tableName(tables.stock())
                    .key(Map.of("sku", fromS(sku)))
                    .updateExpression(change)
                    .conditionExpression(condition)
                    .expressionAttributeValues(Map.of(":quantity", number(quantity))))
        .build();
  }

  private TransactWriteItem notRecalled(String sku) {
    return TransactWriteItem.builder()
        .conditionCheck(
            check ->
                check
                    .tableName(tables.stock())
                    .key(Map.of("sku", fromS(sku)))
                    .conditionExpression("attribute_not_exists(recalledAt)"))
        .build();
  }

  private static AttributeValue number(int value) {
    return fromN(Integer.toString(value));
  }
}
