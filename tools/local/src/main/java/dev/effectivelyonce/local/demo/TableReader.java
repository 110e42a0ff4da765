package dev.effectivelyonce.local.demo;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.gateway.GatewayStandIn;
import dev.effectivelyonce.local.demo.check.Book;
import dev.effectivelyonce.local.demo.check.Fulfilled;
import dev.effectivelyonce.local.demo.check.Fulfilled.Reservation;
import dev.effectivelyonce.local.demo.check.Tables;
import dev.effectivelyonce.local.demo.check.Tables.AccountRow;
import dev.effectivelyonce.local.demo.check.Tables.LedgerKey;
import dev.effectivelyonce.local.demo.check.Tables.LedgerRow;
import dev.effectivelyonce.local.demo.check.Tables.OrderRow;
import dev.effectivelyonce.local.demo.check.Tables.RecordRow;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Reads the stack's tables whole. */
final class TableReader {
  private final ObjectMapper json = new ObjectMapper();
  private final DynamoDbClient client;
  private final StackResources stack;
  private final GatewayStandIn gateway;
  private final String receiptsPrefix;

  /**
   * @param gateway whose ledger is read too
   */
  TableReader(StackResources stack, GatewayStandIn gateway) {
    this.client = stack.system().dynamoDb();
    this.stack = stack;
    this.gateway = gateway;
    this.receiptsPrefix = stack.receiptsFunction() + ".";
  }

  Tables read() {
    BookKeeper keeper = new BookKeeper(stack.database());
    Book book = keeper.read();
    Map<String, RecordRow> records = new HashMap<>(keeper.records());
    records.putAll(
        rows(
            items(stack.recordsTable()).filter(TableReader::isRecord),
            this::recordId,
            this::record));
    return new Tables(
        records,
        rows(stack.ordersTable(), item -> text(item, "orderId"), TableReader::order),
        rows(stack.receiptsTable(), item -> text(item, "orderId"), TableReader::order),
        rows(stack.accountsTable(), item -> text(item, "accountId"), TableReader::account),
        rows(stack.ledgerTable(), TableReader::ledgerKey, TableReader::ledgerRow),
        fulfilled(),
        book);
  }

  private Fulfilled fulfilled() {
    return new Fulfilled(
        gateway.ledger(),
        items(stack.reservationsTable()).map(TableReader::reservation).toList(),
        items(stack.shipmentsTable()).map(item -> text(item, "orderId")).toList(),
        rows(stack.stockTable(), item -> text(item, "sku"), item -> number(item, "available")));
  }

  private <K, V> Map<K, V> rows(
      String table,
      Function<Map<String, AttributeValue>, K> key,
      Function<Map<String, AttributeValue>, V> row) {
    return rows(items(table), key, row);
  }

  private static <K, V> Map<K, V> rows(
      Stream<Map<String, AttributeValue>> items,
      Function<Map<String, AttributeValue>, K> key,
      Function<Map<String, AttributeValue>, V> row) {
    return items.collect(Collectors.toUnmodifiableMap(key, row));
  }

  /** What operators did stands beside the records. */
  private static boolean isRecord(Map<String, AttributeValue> item) {
    return !text(item, "id").startsWith("trail/");
  }

  private Stream<Map<String, AttributeValue>> items(String table) {
    return client
        .scanPaginator(request -> request.tableName(table).consistentRead(true))
        .items()
        .stream();
  }

  /**
   * Returns the id of the record; that of a receipt without the name of its function, which the
   * stack chooses.
   */
  private String recordId(Map<String, AttributeValue> item) {
    String id = text(item, "id");
    return id.startsWith(receiptsPrefix) ? id.substring(receiptsPrefix.length()) : id;
  }

  private RecordRow record(Map<String, AttributeValue> item) {
    return new RecordRow(
        Status.valueOf(text(item, "status")),
        Math.toIntExact(number(item, "attempt")),
        attempt(item));
  }

  /** The functions' results name the attempt that returned them. */
  private OptionalInt attempt(Map<String, AttributeValue> item) {
    return Optional.ofNullable(item.get("data"))
        .map(AttributeValue::s)
        .map(this::parsed)
        .map(result -> result.path("attempt"))
        .filter(JsonNode::isInt)
        .map(attempt -> OptionalInt.of(attempt.asInt()))
        .orElseGet(OptionalInt::empty);
  }

  private JsonNode parsed(String text) {
    try {
      return json.readTree(text);
    } catch (JsonProcessingException e) {
      return json.missingNode();
    }
  }

  private static OrderRow order(Map<String, AttributeValue> item) {
    return new OrderRow(
        number(item, "totalCents"), Math.toIntExact(number(item, "timesProcessed")));
  }

  private static AccountRow account(Map<String, AttributeValue> item) {
    return new AccountRow(
        number(item, "balanceCents"), Math.toIntExact(number(item, "paymentsApplied")));
  }

  private static LedgerKey ledgerKey(Map<String, AttributeValue> item) {
    return new LedgerKey(text(item, "accountId"), text(item, "paymentId"));
  }

  private static LedgerRow ledgerRow(Map<String, AttributeValue> item) {
    return new LedgerRow(number(item, "amountCents"), Math.toIntExact(number(item, "sequence")));
  }

  private static Reservation reservation(Map<String, AttributeValue> item) {
    Map<String, AttributeValue> pieces = requireNonNull(item.get("items"), "items").m();
    return new Reservation(
        text(item, "orderId"),
        text(item, "state"),
        pieces.keySet().stream()
            .collect(Collectors.toUnmodifiableMap(it -> it, it -> number(pieces, it))));
  }

  private static String text(Map<String, AttributeValue> item, String name) {
    return Optional.ofNullable(item.get(name)).map(AttributeValue::s).orElse("");
  }

  private static long number(Map<String, AttributeValue> item, String name) {
    return Optional.ofNullable(item.get(name))
        .map(AttributeValue::n)
        .map(Long::parseLong)
        .orElse(0L);
  }
}
