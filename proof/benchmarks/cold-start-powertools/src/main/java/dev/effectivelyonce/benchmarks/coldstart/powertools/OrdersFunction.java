package dev.effectivelyonce.benchmarks.coldstart.powertools;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import java.util.List;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.lambda.powertools.idempotency.Idempotency;
import software.amazon.lambda.powertools.idempotency.IdempotencyConfig;
import software.amazon.lambda.powertools.idempotency.persistence.DynamoDBPersistenceStore;
import software.amazon.lambda.powertools.sqs.SqsUtils;

/**
 * The Lambda handler of the orders queue: the batch utility, and {@code @Idempotent} on each
 * message, as the page "Idempotency" of Powertools 1.x combines them. Where the page leaves a
 * choice the quicker start is taken: url-connection, and one DynamoDB client for both uses.
 */
public final class OrdersFunction implements RequestHandler<SQSEvent, SQSBatchResponse> {
  private final OrderProcessor processor;

  /** With the function's environment. */
  public OrdersFunction() {
    OrderTable orders = OrderTable.fromEnvironment();
    Idempotency.config()
        .withConfig(
            IdempotencyConfig.builder()
                .withEventKeyJMESPath("powertools_json(body).orderId")
                .withThrowOnNoIdempotencyKey(true)
                .build())
        .withPersistenceStore(
            DynamoDBPersistenceStore.builder()
                .withTableName(System.getenv("IDEMPOTENCY_TABLE"))
                .withDynamoDbClient(orders.client())
                .build())
        .configure();
    SqsUtils.overrideSqsClient(
        SqsClient.builder().httpClient(UrlConnectionHttpClient.create()).build());
    this.processor = new OrderProcessor(orders);
  }

  @Override
  public SQSBatchResponse handleRequest(SQSEvent event, Context context) {
    Idempotency.registerLambdaContext(context);
    List<String> unused = SqsUtils.batchProcessor(event, processor);
    return new SQSBatchResponse(List.of());
  }
}
