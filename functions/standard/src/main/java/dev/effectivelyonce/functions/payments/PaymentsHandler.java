package dev.effectivelyonce.functions.payments;

import dev.effectivelyonce.dynamodb.DynamoDbClients;
import dev.effectivelyonce.functions.consumer.ConsumerHandler;
import dev.effectivelyonce.functions.settings.FunctionSettings;
import dev.effectivelyonce.sqs.MessageHandler;
import dev.effectivelyonce.sqs.MessageIdentity;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The Lambda handler of the payments queue. */
public final class PaymentsHandler extends ConsumerHandler {
  /** Creates the handler from the function's environment. */
  public PaymentsHandler() {
    this(FunctionSettings.from(System.getenv()), DynamoDbClients.forLambda());
  }

  PaymentsHandler(FunctionSettings settings, DynamoDbClient client) {
    super(settings, client, Payment.IDENTITY, booking(settings, client));
  }

  private static MessageHandler<Payment> booking(FunctionSettings settings, DynamoDbClient client) {
    Booking booking =
        Booking.in(client, settings.table("ACCOUNTS_TABLE"), settings.table("LEDGER_TABLE"));
    return (payment, delivery) ->
        booking.book(
            payment,
            sequence ->
                new PaymentReceipt(payment.paymentId(), sequence, delivery.attempt().number()));
  }

  /** Returns how payments are identified, which replays need too. */
  public static MessageIdentity<?> identity() {
    return Payment.IDENTITY;
  }
}
