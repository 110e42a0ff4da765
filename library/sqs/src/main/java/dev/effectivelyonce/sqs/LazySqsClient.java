package dev.effectivelyonce.sqs;

import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** An SQS client that suits a Lambda function, made at the first call. */
final class LazySqsClient implements Supplier<SqsClient> {
  /** The call comes at the end of an invocation, and is worth no more of its time. */
  private static final Duration CALL_TIMEOUT = Duration.ofMillis(1500);

  private @Nullable SqsClient client;

  @Override
  public synchronized SqsClient get() {
    if (client == null) {
      client =
          SqsClient.builder()
              .httpClientBuilder(UrlConnectionHttpClient.builder())
              .overrideConfiguration(override -> override.apiCallTimeout(CALL_TIMEOUT))
              .build();
    }
    return client;
  }
}
