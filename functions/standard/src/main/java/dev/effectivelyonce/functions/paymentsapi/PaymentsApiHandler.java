package dev.effectivelyonce.functions.paymentsapi;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.dynamodb.DynamoDbClients;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import dev.effectivelyonce.functions.payments.Booking;
import dev.effectivelyonce.functions.settings.FunctionSettings;
import dev.effectivelyonce.functions.simulation.SimulatedFaults;
import dev.effectivelyonce.functions.simulation.SimulatingHttpHandler;
import dev.effectivelyonce.functions.snapstart.PrimedHandler;
import dev.effectivelyonce.http.Caller;
import dev.effectivelyonce.http.HttpApi;
import dev.effectivelyonce.http.HttpStreamHandler;
import dev.effectivelyonce.metrics.MetricsObserver;
import dev.effectivelyonce.sqs.StoreWrites;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The Lambda handler of the payments API. */
public final class PaymentsApiHandler implements RequestStreamHandler {
  static final ConsumerName CONSUMER = new ConsumerName("payments-api");

  private final RequestStreamHandler handler;

  /** Creates the handler from the function's environment. */
  public PaymentsApiHandler() {
    this(FunctionSettings.ofApi(System.getenv()), DynamoDbClients.forLambda());
  }

  PaymentsApiHandler(FunctionSettings settings, DynamoDbClient client) {
    Booking booking =
        Booking.in(client, settings.table("ACCOUNTS_TABLE"), settings.table("LEDGER_TABLE"));
    DynamoDbStore store = DynamoDbStore.of(client, settings.http());
    HttpApi api =
        HttpApi.of(CONSUMER.value())
            .settings(settings.http())
            .store(store)
            .onAbandonedClaim(settings.onAbandonedClaim())
            .caller(caller(settings.faults()))
            .observer(MetricsObserver.toStandardOutput(settings.functionName()))
            .handler(
                SimulatingHttpHandler.around(
                    new PaymentsApi(booking, Platform.system().clock()), settings.faults()))
            .build();
    this.handler =
        PrimedHandler.of(
            new HttpStreamHandler(api), store, StoreWrites.SINGLE, CONSUMER, System.getenv());
  }

  /**
   * Returns who the caller is. A stage with simulated faults may run on a stand-in for AWS, which
   * names no caller.
   */
  private static Caller caller(SimulatedFaults faults) {
    return switch (faults) {
      case OFF -> Caller.authenticated();
      case ON -> Caller.authenticated().or(Caller.anyone());
    };
  }

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    handler.handleRequest(input, output, context);
  }
}
