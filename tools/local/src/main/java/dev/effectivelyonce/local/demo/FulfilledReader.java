package dev.effectivelyonce.local.demo;

import static java.util.Objects.requireNonNull;

import dev.effectivelyonce.gateway.GatewayStandIn;
import dev.effectivelyonce.local.demo.check.Fulfilled;
import dev.effectivelyonce.local.demo.check.Fulfilled.Reservation;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Asks the gateway and the warehouse what they have done. */
record FulfilledReader(StackResources stack, GatewayStandIn gateway) {
  Fulfilled read() {
    return new Fulfilled(
        gateway.ledger(),
        rows(stack.reservationsTable()).map(FulfilledReader::reservation).toList(),
        rows(stack.shipmentsTable()).map(row -> text(row, "orderId")).toList(),
        rows(stack.stockTable())
            .collect(
                Collectors.toUnmodifiableMap(
                    row -> text(row, "sku"), row -> number(value(row, "available")))));
  }

  private Stream<Map<String, AttributeValue>> rows(String table) {
    return stack
        .system()
        .dynamoDb()
        .scanPaginator(request -> request.tableName(table).consistentRead(true))
        .items()
        .stream();
  }

  private static Reservation reservation(Map<String, AttributeValue> row) {
    return new Reservation(
        text(row, "orderId"),
        text(row, "state"),
        value(row, "items").m().entrySet().stream()
            .collect(
                Collectors.toUnmodifiableMap(Map.Entry::getKey, item -> number(item.getValue()))));
  }

  private static AttributeValue value(Map<String, AttributeValue> row, String name) {
    return requireNonNull(row.get(name), name);
  }

  private static String text(Map<String, AttributeValue> row, String name) {
    return value(row, name).s();
  }

  private static long number(AttributeValue value) {
    return Long.parseLong(value.n());
  }
}
