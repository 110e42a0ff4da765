package dev.effectivelyonce.local.demo;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.gateway.GatewayStandIn;
import dev.effectivelyonce.local.demo.check.Tables;
import dev.effectivelyonce.local.demo.check.Tables.AccountRow;
import dev.effectivelyonce.local.demo.check.Tables.Fulfilled;
import dev.effectivelyonce.local.demo.check.Tables.LedgerKey;
import dev.effectivelyonce.local.demo.check.Tables.LedgerRow;
import dev.effectivelyonce.local.demo.check.Tables.PlainRow;
import dev.effectivelyonce.local.demo.check.Tables.RecordRow;
import dev.effectivelyonce.local.demo.check.Tables.Reservation;
import dev.effectivelyonce.local.demo.plan.DemoConsumer;
import dev.effectivelyonce.local.demo.plan.Event;
import dev.effectivelyonce.local.system.LocalSystem;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Reads the stack's tables whole. */
final class TableReader {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final StackResources stack;
  private final GatewayStandIn gateway;
  private final String receiptsPrefix;

  /**
   * @param gateway whose ledger is read too
   */
  TableReader(StackResources stack, GatewayStandIn gateway) {
    this.stack = stack;
    this.gateway = gateway;
    this.receiptsPrefix = stack.receiptsPrefix();
  }

  Tables read() {
    BookReader book = BookReader.read(stack.system().database("ledger"));
    Map<String, RecordRow> records = new HashMap<>(book.records());
    // What operators did stands beside the records.
    items("Idempotency")
        .filter(item -> !text(item, "id").startsWith("trail/"))
        .forEach(item -> records.put(recordId(item), record(item)));
    Map<Event.Id, PlainRow> plain = new HashMap<>();
    items("Orders").forEach(item -> plain.put(id(DemoConsumer.ORDERS, item), plain(item)));
    items("Receipts").forEach(item -> plain.put(id(DemoConsumer.RECEIPTS, item), plain(item)));
    return new Tables(
        Map.copyOf(records),
        Map.copyOf(plain),
        rows(
            "Accounts",
            item -> text(item, "accountId"),
            item -> new AccountRow(number(item, "balanceCents"), count(item, "paymentsApplied"))),
        rows(
            "Ledger",
            item -> new LedgerKey(text(item, "accountId"), text(item, "paymentId")),
            item -> new LedgerRow(number(item, "amountCents"), count(item, "sequence"))),
        new Fulfilled(
            gateway.ledger(),
            items("Reservations").map(TableReader::reservation).toList(),
            items("Shipments").map(item -> text(item, "orderId")).toList(),
            rows("Stock", item -> text(item, "sku"), item -> number(item, "available"))),
        book.book());
  }

  /** Returns what is no JSON as a node that is missing. */
  static JsonNode parsed(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      return JSON.missingNode();
    }
  }

  /** The functions' results name the attempt that returned them. */
  static OptionalInt attempt(JsonNode result) {
    JsonNode attempt = result.path("attempt");
    return attempt.isInt() ? OptionalInt.of(attempt.asInt()) : OptionalInt.empty();
  }

  private <K, V> Map<K, V> rows(
      String table,
      Function<Map<String, AttributeValue>, K> key,
      Function<Map<String, AttributeValue>, V> row) {
    return items(table).collect(Collectors.toUnmodifiableMap(key, row));
  }

  private Stream<Map<String, AttributeValue>> items(String table) {
    return items(stack.system(), table);
  }

  /** Returns the rows of the table of this title, such as Orders. */
  static Stream<Map<String, AttributeValue>> items(LocalSystem system, String title) {
    String table = system.output(title + "TableName");
    return system
        .dynamoDb()
        .scanPaginator(scan -> scan.tableName(table).consistentRead(true))
        .items()
        .stream();
  }

  /** The id of a receipt's record without the name of its function, which the stack chooses. */
  private String recordId(Map<String, AttributeValue> item) {
    String id = text(item, "id");
    return id.startsWith(receiptsPrefix) ? id.substring(receiptsPrefix.length()) : id;
  }

  private static RecordRow record(Map<String, AttributeValue> item) {
    return new RecordRow(
        Status.valueOf(text(item, "status")),
        count(item, "attempt"),
        attempt(parsed(text(item, "data"))));
  }

  private static Event.Id id(DemoConsumer consumer, Map<String, AttributeValue> item) {
    return new Event.Id(consumer, text(item, "orderId"));
  }

  private static PlainRow plain(Map<String, AttributeValue> item) {
    return new PlainRow(number(item, "totalCents"), count(item, "timesProcessed"));
  }

  private static Reservation reservation(Map<String, AttributeValue> item) {
    Map<String, AttributeValue> pieces = requireNonNull(item.get("items"), "items").m();
    return new Reservation(
        text(item, "orderId"),
        text(item, "state"),
        pieces.keySet().stream()
            .collect(Collectors.toUnmodifiableMap(it -> it, it -> number(pieces, it))));
  }

  static String text(Map<String, AttributeValue> item, String name) {
    return Optional.ofNullable(item.get(name)).map(AttributeValue::s).orElse("");
  }

  private static int count(Map<String, AttributeValue> item, String name) {
    return Math.toIntExact(number(item, name));
  }

  private static long number(Map<String, AttributeValue> item, String name) {
    return Optional.ofNullable(item.get(name))
        .map(AttributeValue::n)
        .map(Long::parseLong)
        .orElse(0L);
  }
}
