package dev.effectivelyonce.sqs;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Makes an SQS client that suits a Lambda function, at the first call. */
final class LazySqsClient implements Supplier<SqsClient> {
  private @Nullable SqsClient client;

  @Override
  public synchronized SqsClient get() {
    if (client == null) {
      client = SqsClient.builder().httpClientBuilder(UrlConnectionHttpClient.builder()).build();
    }
    return client;
  }
}
