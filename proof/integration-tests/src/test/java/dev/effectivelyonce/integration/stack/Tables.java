package dev.effectivelyonce.integration.stack;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Status;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The tables of the stack: the records, and the effects of the consumers. */
public record Tables(DynamoDbClient dynamoDb, Outputs outputs) {
  /** An idempotency record. */
  public record RecordRow(Status status, int attempt, Instant leaseUntil, Instant updatedAt) {}

  /** An account. */
  public record AccountRow(long balanceCents, int paymentsApplied) {}

  /** A payment in an account's ledger. */
  public record LedgerRow(String paymentId, long amountCents, int sequence) {}

  /** How often an order was processed; 0 if it is not there. */
  public int timesProcessed(String orderId) {
    return get("OrdersTableName", "orderId", orderId)
        .map(item -> (int) number(item, "timesProcessed"))
        .orElse(0);
  }

  /** Puts an item of an order, as its producer's own writes would. */
  public void putOrder(Map<String, AttributeValue> item) {
    dynamoDb.putItem(put -> put.tableName(outputs.value("OrdersTableName")).item(item));
  }

  /** The number of a customer's orders and their sum; zeros if nothing is counted. */
  public List<Long> turnover(String customerId) {
    return get("TurnoverTableName", "customerId", customerId)
        .map(item -> List.of(number(item, "orders"), number(item, "totalCents")))
        .orElse(List.of(0L, 0L));
  }

  /** The clicks of a visitor, in the order in which they were written. */
  public List<String> clicks(String visitorId) {
    return get("VisitorsTableName", "visitorId", visitorId)
        .map(item -> attribute(item, "clicks").l().stream().map(AttributeValue::s).toList())
        .orElse(List.of());
  }

  /** How often a day was closed; 0 if it was not. */
  public long timesClosed(String day) {
    return get("ClosingsTableName", "day", day).map(item -> number(item, "timesClosed")).orElse(0L);
  }

  /** The record of an id. */
  public Optional<RecordRow> record(String id) {
    return get("IdempotencyTableName", "id", id).map(Tables::recordRow);
  }

  /** All records by their ids. The trail of what operators did lies beside them. */
  public Map<String, RecordRow> records() {
    return all("IdempotencyTableName")
        .filter(item -> item.containsKey("status"))
        .collect(Collectors.toMap(item -> text(item, "id"), Tables::recordRow));
  }

  /** How often each order was processed. */
  public Map<String, Integer> timesProcessed() {
    return all("OrdersTableName")
        .collect(
            Collectors.toMap(
                item -> text(item, "orderId"), item -> (int) number(item, "timesProcessed")));
  }

  /** The id of the record of a consumer's business key. */
  public static String recordId(String consumer, String key) {
    return RecordId.of(new ConsumerName(consumer), BusinessKey.of(key)).value();
  }

  /** Opens an account. */
  public void openAccount(String accountId, long balanceCents) {
    dynamoDb.putItem(
        put ->
            put.tableName(outputs.value("AccountsTableName"))
                .item(
                    Map.of(
                        "accountId", fromS(accountId),
                        "balanceCents", fromN(Long.toString(balanceCents)),
                        "paymentsApplied", fromN("0"))));
  }

  /** An account that was opened. */
  public AccountRow account(String accountId) {
    Map<String, AttributeValue> item =
        get("AccountsTableName", "accountId", accountId).orElseThrow();
    return new AccountRow(number(item, "balanceCents"), (int) number(item, "paymentsApplied"));
  }

  /** An account's ledger, by sequence. */
  public List<LedgerRow> ledger(String accountId) {
    return dynamoDb
        .queryPaginator(
            query ->
                query
                    .tableName(outputs.value("LedgerTableName"))
                    .consistentRead(true)
                    .keyConditionExpression("accountId = :account")
                    .expressionAttributeValues(Map.of(":account", fromS(accountId))))
        .items()
        .stream()
        .map(Tables::ledgerRow)
        .sorted(Comparator.comparingInt(LedgerRow::sequence))
        .toList();
  }

  /** Puts an article into the warehouse. */
  public void stock(String sku, int pieces) {
    dynamoDb.putItem(
        put ->
            put.tableName(outputs.value("StockTableName"))
                .item(Map.of("sku", fromS(sku), "available", fromN(Integer.toString(pieces)))));
  }

  /** How many outgoing messages wait to be sent. */
  public long waitingMessages() {
    return all("OutboxTableName").count();
  }

  private Stream<Map<String, AttributeValue>> all(String output) {
    return dynamoDb
        .scanPaginator(scan -> scan.tableName(outputs.value(output)).consistentRead(true))
        .items()
        .stream();
  }

  private static RecordRow recordRow(Map<String, AttributeValue> item) {
    return new RecordRow(
        Status.valueOf(text(item, "status")),
        (int) number(item, "attempt"),
        Instant.ofEpochMilli(number(item, "in_progress_expiration")),
        Instant.ofEpochMilli(number(item, "updated_at")));
  }

  private static LedgerRow ledgerRow(Map<String, AttributeValue> item) {
    return new LedgerRow(
        text(item, "paymentId"), number(item, "amountCents"), (int) number(item, "sequence"));
  }

  private Optional<Map<String, AttributeValue>> get(String output, String key, String value) {
    return Optional.of(
            dynamoDb
                .getItem(
                    get ->
                        get.tableName(outputs.value(output))
                            .consistentRead(true)
                            .key(Map.of(key, fromS(value))))
                .item())
        .filter(item -> !item.isEmpty());
  }

  private static String text(Map<String, AttributeValue> item, String name) {
    return attribute(item, name).s();
  }

  private static long number(Map<String, AttributeValue> item, String name) {
    return Long.parseLong(attribute(item, name).n());
  }

  private static AttributeValue attribute(Map<String, AttributeValue> item, String name) {
    return Optional.ofNullable(item.get(name))
        .orElseThrow(() -> new AssertionError("No attribute " + name + " in " + item));
  }
}
