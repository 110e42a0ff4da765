package dev.effectivelyonce.local.cli;

import dev.effectivelyonce.local.engines.LocalClients;
import dev.effectivelyonce.local.payment.Gateways;
import dev.effectivelyonce.local.system.LocalSystem;
import dev.effectivelyonce.local.template.QueueResource;
import dev.effectivelyonce.local.template.StackTemplate;
import dev.effectivelyonce.local.template.TopicResource;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a user needs to know to drive the running system. */
record Greeting(LocalSystem system, URI gateway, Path outputsFile) {
  private static final String EXAMPLES =
      """

      Place an order twice, and see that it was processed once:
        aws --endpoint-url $SQS sqs send-message \\
          --queue-url {{OrdersQueueUrl}} \\
          --message-body '{"orderId":"O-1","customerId":"C-1","totalCents":995,"currency":"EUR","placedAt":"2026-11-01T10:00:00Z"}'
        aws --endpoint-url $DYNAMODB dynamodb get-item \\
          --table-name {{OrdersTableName}} --key '{"orderId":{"S":"O-1"}}'
      Open an account and pay from it:
        aws --endpoint-url $DYNAMODB dynamodb put-item \\
          --table-name {{AccountsTableName}} \\
          --item '{"accountId":{"S":"A-1"},"balanceCents":{"N":"10000"},"paymentsApplied":{"N":"0"}}'
        aws --endpoint-url $SQS sqs send-message \\
          --queue-url {{PaymentsQueueUrl}} \\
          --message-group-id A-1 --message-deduplication-id 1 \\
          --message-body '{"paymentId":"P-1","accountId":"A-1","amountCents":250,"currency":"EUR","requestedAt":"2026-11-01T10:00:00Z"}'
        aws --endpoint-url $DYNAMODB dynamodb get-item \\
          --table-name {{AccountsTableName}} --key '{"accountId":{"S":"A-1"}}'
      Pay by HTTP; the same again is answered from the record:
        curl -i {{PaymentsApiUrl}}payments -H 'Idempotency-Key: "K-1"' \\
          -d '{"accountId":"A-1","amountCents":250,"currency":"EUR"}'
      Put an article into the warehouse, have an order charged and shipped, and see the charge:
        aws --endpoint-url $DYNAMODB dynamodb put-item \\
          --table-name {{StockTableName}} --item '{"sku":{"S":"S-1"},"available":{"N":"5"}}'
        aws --endpoint-url $SQS sqs send-message \\
          --queue-url {{FulfilmentQueueUrl}} \\
          --message-body '{"orderId":"F-1","customerId":"C-1","totalCents":995,"currency":"EUR","items":[{"sku":"S-1","quantity":2}]}'
        curl $GATEWAY/ledger
      """;

  String text() {
    return """

    The stack %s is running.

    Endpoints
      SQS                         %s
      DynamoDB                    %s
      SNS                         %s
    %s
    Queues, topics and function URLs
    %s
    Outputs of the stack
    %s
    %sLogs of the functions
    %s
    Any AWS client works; the credentials are not checked:
      export AWS_ACCESS_KEY_ID=%s AWS_SECRET_ACCESS_KEY=%s AWS_DEFAULT_REGION=%s
      %s
    %s
    The operator's command line (docs/operator.md) takes
      --outputs %s --endpoint sqs=%s --endpoint dynamodb=%s

    Ctrl-C stops it. Nothing is kept.
    """
        .formatted(
            system.template().stackName(),
            system.sqsEndpoint(),
            system.dynamoDbEndpoint(),
            system.snsEndpoint(),
            furtherEndpoints(),
            addresses(),
            outputs(),
            passedOver(),
            logs(),
            LocalClients.ACCESS_KEY,
            LocalClients.SECRET_KEY,
            system.region(),
            variables(),
            examples(),
            outputsFile,
            system.sqsEndpoint(),
            system.dynamoDbEndpoint());
  }

  private String variables() {
    String engines =
        "SQS=%s DYNAMODB=%s SNS=%s"
            .formatted(system.sqsEndpoint(), system.dynamoDbEndpoint(), system.snsEndpoint());
    return callsGateway() ? engines + " GATEWAY=" + gateway : engines;
  }

  private String furtherEndpoints() {
    return (callsGateway() ? "  Payment gateway (stand-in)  %s\n".formatted(gateway) : "")
        + system
            .kafka()
            .map(kafka -> "  Kafka                       %s\n".formatted(kafka.bootstrapServers()))
            .orElse("")
        + system
            .broker()
            .map(broker -> "  RabbitMQ                    %s\n".formatted(broker))
            .orElse("");
  }

  private boolean callsGateway() {
    return system.template().functions().stream().anyMatch(Gateways::isCalledBy);
  }

  private String addresses() {
    StackTemplate template = system.template();
    return Stream.of(
            template.queues().stream().map(QueueResource::url),
            template.topics().stream().map(TopicResource::arn),
            template.urls().stream()
                .map(it -> "%s  (%s)".formatted(system.address(it), it.function().name())))
        .flatMap(lines -> lines)
        .map("  %s%n"::formatted)
        .collect(Collectors.joining());
  }

  private String passedOver() {
    List<String> resources = system.template().passedOver();
    return resources.isEmpty()
        ? ""
        : "Not run here, so nothing comes from it (tools/local/README.md)\n"
            + resources.stream().map("  %s%n"::formatted).collect(Collectors.joining())
            + "\n";
  }

  private String outputs() {
    return new TreeMap<>(system.template().outputs())
        .entrySet().stream()
            .map(output -> "  %-27s %s%n".formatted(output.getKey(), output.getValue()))
            .collect(Collectors.joining());
  }

  private String logs() {
    return system.template().functions().stream()
        .map(function -> "  " + system.function(function.name()).log() + "\n")
        .collect(Collectors.joining());
  }

  /** Returns examples for the stack; none for a stack of other outputs. */
  private String examples() {
    String filled = EXAMPLES;
    for (Map.Entry<String, String> output : system.template().outputs().entrySet()) {
      filled = filled.replace("{{" + output.getKey() + "}}", output.getValue());
    }
    return filled.contains("{{") ? "" : filled;
  }
}
