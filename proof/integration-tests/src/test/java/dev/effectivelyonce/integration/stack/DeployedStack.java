package dev.effectivelyonce.integration.stack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.effectivelyonce.integration.environment.FunctionContainers;
import dev.effectivelyonce.integration.environment.Gateway;
import dev.effectivelyonce.integration.environment.LocalStack;
import dev.effectivelyonce.integration.environment.Settings;
import java.net.URI;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.lambda.model.InvokeResponse;

/** The trial stack on LocalStack, with what a test needs to drive it and look at it. */
public final class DeployedStack implements AutoCloseable {
  private final LocalStack localStack;
  private final Clients clients;
  private final Outputs outputs;
  private final Tables tables;
  private final Consumer orders;
  private final Consumer payments;
  private final Consumer fulfilment;
  private final Function receipts;
  private final Api paymentsApi;
  private final String run;
  private final AtomicInteger names = new AtomicInteger();

  private DeployedStack(LocalStack localStack, String run) {
    this.localStack = localStack;
    this.run = run;
    this.clients = Clients.at(localStack.endpoint());
    this.outputs = Outputs.of(clients.cloudFormation());
    this.tables = new Tables(clients.dynamoDb(), outputs);
    this.orders = consumer("orders", "Orders");
    this.payments = consumer("payments", "Payments");
    this.fulfilment = consumer("fulfilment", "Fulfilment");
    this.receipts = function("Receipts");
    this.paymentsApi =
        new Api(clients.lambda(), localStack.endpoint(), outputs.value("PaymentsApiUrl"));
  }

  /**
   * Deploys it.
   *
   * @param run sets this run's keys and deduplication ids apart from those of other runs
   */
  static DeployedStack deploy(Settings settings, String run) {
    LocalStack localStack = LocalStack.withTheStack(settings);
    try {
      return new DeployedStack(localStack, run);
    } catch (RuntimeException | Error e) {
      localStack.close();
      throw e;
    }
  }

  private Consumer consumer(String name, String prefix) {
    return new Consumer(
        name,
        queue(prefix + "QueueUrl"),
        deadLetters(prefix + "DeadLetterQueueUrl"),
        function(prefix),
        tables);
  }

  private Function function(String prefix) {
    return Function.of(clients.lambda(), queue(prefix + "QueueUrl"));
  }

  /** What ends in the queue that an output names. */
  public DeadLetters deadLetters(String output) {
    return new DeadLetters(clients.sqs(), queue(output));
  }

  /** The queue that an output names. */
  public Queue queue(String output) {
    return new Queue(clients.sqs(), outputs.value(output), run);
  }

  /** SDK clients of the LocalStack that it runs on. */
  public Clients clients() {
    return clients;
  }

  /** Where that LocalStack answers. */
  public URI endpoint() {
    return localStack.endpoint();
  }

  /** What the stack's outputs say. */
  public Outputs outputs() {
    return outputs;
  }

  /** Its tables. */
  public Tables tables() {
    return tables;
  }

  /** The consumer of the standard queue. */
  public Consumer orders() {
    return orders;
  }

  /** The consumer of the FIFO queue. */
  public Consumer payments() {
    return payments;
  }

  /** The payment gateway that it calls, in which two of ten calls go wrong. */
  public Gateway gateway() {
    return localStack.gateway();
  }

  /** The consumer that calls the payment gateway. */
  public Consumer fulfilment() {
    return fulfilment;
  }

  /** The function with Powertools' annotation, over this library's store. */
  public Function receipts() {
    return receipts;
  }

  /** Payments by HTTP. */
  public Api paymentsApi() {
    return paymentsApi;
  }

  /** Invokes a function, and returns what it answers. */
  public JsonNode invoke(String functionName, String payload) {
    InvokeResponse response =
        clients
            .lambda()
            .invoke(
                invoke ->
                    invoke.functionName(functionName).payload(SdkBytes.fromUtf8String(payload)));
    String answer = response.payload().asUtf8String();
    assertThat(response.functionError()).as(answer).isNull();
    return Json.read(answer);
  }

  /** A name that nothing else in any run has. */
  public String newName(String what) {
    return "%s-%s-%s".formatted(what, run, names.incrementAndGet());
  }

  /** Removes the stack and every container of its functions, whatever state they are in. */
  @Override
  public void close() {
    List<FunctionContainers> ofTheApi = paymentsApi.containers();
    try {
      localStack.close();
    } finally {
      orders.function().containers().removeAll();
      payments.function().containers().removeAll();
      fulfilment.function().containers().removeAll();
      receipts.containers().removeAll();
      List.of("TurnoverFunctionName", "ClicksFunctionName", "ClosingFunctionName")
          .forEach(it -> new FunctionContainers(outputs.value(it)).removeAll());
      ofTheApi.forEach(FunctionContainers::removeAll);
    }
  }
}
