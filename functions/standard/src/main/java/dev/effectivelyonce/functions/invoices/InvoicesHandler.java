package dev.effectivelyonce.functions.invoices;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.dynamodb.UnitOfWork;
import dev.effectivelyonce.functions.consumer.ConsumerHandler;
import dev.effectivelyonce.functions.consumer.Row;
import dev.effectivelyonce.functions.settings.FunctionSettings;
import dev.effectivelyonce.functions.simulation.SimulatingRabbitMqHandler;
import dev.effectivelyonce.rabbitmq.RabbitMqConsumer;
import java.util.Map;

/** The Lambda handler of the queue of invoices: each raises once what its customer owes. */
public final class InvoicesHandler extends ConsumerHandler {
  /** Creates the handler from the function's environment. */
  public InvoicesHandler() {
    super(consumer(FunctionSettings.from(System.getenv())));
  }

  private static RequestStreamHandler consumer(FunctionSettings settings) {
    String table = settings.table("BALANCES_TABLE");
    return parking(settings, RabbitMqConsumer.of(Invoice.IDENTITY))
        .handler(
            SimulatingRabbitMqHandler.around(
                (invoice, delivery) -> HandlerResult.commit(owing(table, invoice)),
                settings.faults()))
        .build();
  }

  /** An invoice that ran twice would show in both numbers. */
  private static UnitOfWork owing(String table, Invoice invoice) {
    return Row.of(table, "customerId", invoice.customerId())
        .adding(Map.of("owedCents", invoice.totalCents(), "invoices", 1L));
  }
}
