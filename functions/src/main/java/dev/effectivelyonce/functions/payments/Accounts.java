package dev.effectivelyonce.functions.payments;

import static java.util.Objects.requireNonNull;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.util.Map;
import java.util.OptionalLong;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** The Accounts and Ledger tables. */
final class Accounts {
  private final DynamoDbClient client;
  private final String accounts;
  private final String ledger;

  Accounts(DynamoDbClient client, String accounts, String ledger) {
    this.client = client;
    this.accounts = accounts;
    this.ledger = ledger;
  }

  /**
   * Books a payment, in two plain writes: lowers the balance, then adds a row to the ledger.
   *
   * @return the account's running count of payments; empty if the account has no row, or less than
   *     the amount
   */
  OptionalLong book(Payment payment) {
    OptionalLong sequence = lowerBalance(payment);
    sequence.ifPresent(count -> addToLedger(payment, count));
    return sequence;
  }

  private OptionalLong lowerBalance(Payment payment) {
    try {
      UpdateItemResponse updated =
          client.updateItem(
              update ->
                  update
                      .tableName(accounts)
                      .key(Map.of("accountId", fromS(payment.accountId())))
                      .updateExpression(
                          "SET balanceCents = balanceCents - :amount ADD paymentsApplied :one")
                      .conditionExpression(
                          "attribute_exists(accountId) AND balanceCents >= :amount")
                      .expressionAttributeValues(
                          Map.of(":amount", number(payment.amountCents()), ":one", number(1)))
                      .returnValues(ReturnValue.UPDATED_NEW));
      return OptionalLong.of(Long.parseLong(applied(updated).n()));
    } catch (ConditionalCheckFailedException e) {
      return OptionalLong.empty();
    }
  }

  private static AttributeValue applied(UpdateItemResponse updated) {
    return requireNonNull(updated.attributes().get("paymentsApplied"), "UPDATED_NEW has it");
  }

  private void addToLedger(Payment payment, long sequence) {
    client.putItem(
        put ->
            put.tableName(ledger)
                .item(
                    Map.of(
                        "accountId", fromS(payment.accountId()),
                        "paymentId", fromS(payment.paymentId()),
                        "amountCents", number(payment.amountCents()),
                        "sequence", number(sequence))));
  }

  private static AttributeValue number(long value) {
    return fromN(Long.toString(value));
  }
}
