package dev.effectivelyonce.replay.lambda;

import dev.effectivelyonce.replay.FunctionInvoker;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.lambda.LambdaClient;

/** A client of Lambda that is made when the first parked record goes back. */
final class LazyLambdaClient implements Supplier<LambdaClient> {
  private @Nullable LambdaClient client;

  @Override
  public synchronized LambdaClient get() {
    LambdaClient made =
        client == null
            ? LambdaClient.builder()
                .httpClientBuilder(
                    UrlConnectionHttpClient.builder().socketTimeout(FunctionInvoker.LONGEST))
                // An invocation whose answer is lost may run on: the next run repeats it.
                .overrideConfiguration(
                    override -> override.retryStrategy(AwsRetryStrategy.doNotRetry()))
                .build()
            : client;
    client = made;
    return made;
  }
}
