package dev.effectivelyonce.functions.payments;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.dynamodb.DynamoDbClients;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import dev.effectivelyonce.functions.settings.FunctionSettings;
import dev.effectivelyonce.functions.simulation.SimulatingHandler;
import dev.effectivelyonce.functions.snapstart.PrimedHandler;
import dev.effectivelyonce.metrics.MetricsObserver;
import dev.effectivelyonce.sqs.Delivery;
import dev.effectivelyonce.sqs.MessageIdentity;
import dev.effectivelyonce.sqs.SqsConsumer;
import dev.effectivelyonce.sqs.SqsStreamHandler;
import dev.effectivelyonce.sqs.StoreWrites;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The Lambda handler of the payments queue. */
public final class PaymentsHandler implements RequestStreamHandler {
  private final RequestStreamHandler handler;
  private final Booking booking;

  /** Creates the handler from the function's environment. */
  public PaymentsHandler() {
    this(FunctionSettings.from(System.getenv()), DynamoDbClients.forLambda());
  }

  PaymentsHandler(FunctionSettings settings, DynamoDbClient client) {
    this.booking =
        Booking.in(client, settings.table("ACCOUNTS_TABLE"), settings.table("LEDGER_TABLE"));
    DynamoDbStore store = DynamoDbStore.of(client, settings.lambda());
    SqsConsumer<Payment> consumer =
        SqsConsumer.of(Payment.IDENTITY)
            .settings(settings.lambda())
            .store(store)
            .onAbandonedClaim(settings.onAbandonedClaim())
            .observer(MetricsObserver.toStandardOutput(settings.functionName()))
            .handler(SimulatingHandler.around(this::book, settings.faults()))
            .build();
    this.handler =
        PrimedHandler.of(
            new SqsStreamHandler(consumer),
            store,
            StoreWrites.GROUPED,
            Payment.IDENTITY.consumer(),
            System.getenv());
  }

  /** Returns how payments are identified, which replays need too. */
  public static MessageIdentity<?> identity() {
    return Payment.IDENTITY;
  }

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    handler.handleRequest(input, output, context);
  }

  private HandlerResult book(Payment payment, Delivery delivery) {
    return booking.book(
        payment,
        sequence -> new PaymentReceipt(payment.paymentId(), sequence, delivery.attempt().number()));
  }
}
