package dev.effectivelyonce.functions.invoices;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.dynamodb.DynamoDbClients;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import dev.effectivelyonce.dynamodb.UnitOfWork;
import dev.effectivelyonce.functions.settings.FunctionSettings;
import dev.effectivelyonce.functions.simulation.SimulatingRabbitMqHandler;
import dev.effectivelyonce.metrics.MetricsObserver;
import dev.effectivelyonce.rabbitmq.RabbitMqConsumer;
import dev.effectivelyonce.sqs.SqsParking;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;

/** The Lambda handler of the queue of invoices: each raises once what its customer owes. */
public final class InvoicesHandler implements RequestStreamHandler {
  private final String table;
  private final RabbitMqConsumer<Invoice> consumer;

  /** Creates the handler from the function's environment. */
  public InvoicesHandler() {
    FunctionSettings settings = FunctionSettings.from(System.getenv());
    this.table = settings.table("BALANCES_TABLE");
    this.consumer =
        RabbitMqConsumer.of(Invoice.IDENTITY)
            .settings(settings.lambda())
            .store(DynamoDbStore.of(DynamoDbClients.forLambda(), settings.lambda()))
            .onAbandonedClaim(settings.onAbandonedClaim())
            .parking(SqsParking.from(System.getenv()))
            .observer(MetricsObserver.toStandardOutput(settings.functionName()))
            .handler(
                SimulatingRabbitMqHandler.around(
                    (invoice, delivery) -> HandlerResult.commit(owing(invoice)), settings.faults()))
            .build();
  }

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    consumer.handleRequest(input, output, context);
  }

  /** An invoice that ran twice would show in both numbers. */
  private UnitOfWork owing(Invoice invoice) {
    return UnitOfWork.empty()
        .update(
            update ->
                update
                    .tableName(table)
                    .key(Map.of("customerId", fromS(invoice.customerId())))
                    .updateExpression("ADD owedCents :total, invoices :one")
                    .expressionAttributeValues(
                        Map.of(
                            ":total",
                            fromN(Long.toString(invoice.totalCents())),
                            ":one",
                            fromN("1"))));
  }
}
