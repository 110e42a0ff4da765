package dev.effectivelyonce.functions.payments;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.dynamodb.UnitOfWork;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Update;

/** The Accounts and Ledger tables. */
final class Accounts {
  private static final HandlerResult.Unsuccessful CHANGED =
      HandlerResult.retry("The account changed while the payment was booked");

  /** The row outlives the payment's record, and knows better than a record that is gone. */
  private static final HandlerResult.Unsuccessful BOOKED = HandlerResult.fail(Booking.BOOKED);

  /**
   * An account as it was read.
   *
   * @param applied its running count of payments; empty if none was applied yet
   */
  record Account(long balanceCents, Optional<Long> applied) {
    long nextSequence() {
      return applied.orElse(0L) + 1;
    }
  }

  private final DynamoDbClient client;
  private final String accounts;
  private final String ledger;

  Accounts(DynamoDbClient client, String accounts, String ledger) {
    this.client = client;
    this.accounts = accounts;
    this.ledger = ledger;
  }

  /** The account as it stands now; empty if it has no row. */
  Optional<Account> find(String accountId) {
    Map<String, AttributeValue> row =
        client
            .getItem(
                get ->
                    get.tableName(accounts)
                        .key(Map.of("accountId", fromS(accountId)))
                        .consistentRead(true))
            .item();
    return number(row, "balanceCents")
        .map(balanceCents -> new Account(balanceCents, number(row, "paymentsApplied")));
  }

  /**
   * Returns the writes that book a payment: the account lowered, and a row in the ledger. They are
   * refused if the account is no longer as it was read, or the ledger has the payment.
   */
  UnitOfWork booking(Payment payment, Account seen) {
    return UnitOfWork.empty()
        .update(update -> lower(update, payment, seen))
        .orElse(CHANGED)
        .put(
            put ->
                put.tableName(ledger)
                    .item(entry(payment, seen))
                    .conditionExpression("attribute_not_exists(paymentId)"))
        .orElse(BOOKED);
  }

  private void lower(Update.Builder update, Payment payment, Account seen) {
    Map<String, AttributeValue> values = new HashMap<>();
    values.put(":amount", number(payment.amountCents()));
    values.put(":sequence", number(seen.nextSequence()));
    seen.applied().ifPresent(applied -> values.put(":seen", number(applied)));
    String unchanged =
        seen.applied()
            .map(ignored -> "paymentsApplied = :seen")
            .orElse("attribute_not_exists(paymentsApplied)");
    update
        .tableName(accounts)
        .key(Map.of("accountId", fromS(payment.accountId())))
        .updateExpression("SET balanceCents = balanceCents - :amount, paymentsApplied = :sequence")
        .conditionExpression(unchanged + " AND balanceCents >= :amount")
        .expressionAttributeValues(values);
  }

  private static Map<String, AttributeValue> entry(Payment payment, Account seen) {
    return Map.of(
        "accountId", fromS(payment.accountId()),
        "paymentId", fromS(payment.paymentId()),
        "amountCents", number(payment.amountCents()),
        "sequence", number(seen.nextSequence()));
  }

  private static Optional<Long> number(Map<String, AttributeValue> row, String attribute) {
    return Optional.ofNullable(row.get(attribute)).map(value -> Long.parseLong(value.n()));
  }

  private static AttributeValue number(long value) {
    return fromN(Long.toString(value));
  }
}
