package dev.effectivelyonce.sqs;

import java.net.URI;
import org.elasticmq.rest.sqs.SQSRestServerBuilder;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sqs.SqsClient;

/** ElasticMQ in this JVM, up as long as it: what runs each test by itself (PIT) starts it once. */
final class LocalSqs {
  static final String ACCOUNT = "123456789012";

  private static final int PORT =
      SQSRestServerBuilder.withInterface("127.0.0.1")
          .withDynamicPort()
          .withAWSRegion("eu-central-1")
          .withAWSAccountId(ACCOUNT)
          .start()
          .waitUntilStarted()
          .localAddress()
          .getPort();

  private LocalSqs() {}

  /** Returns a client whose calls are seen by an interceptor. */
  static SqsClient client(ExecutionInterceptor interceptor) {
    return SqsClient.builder()
        .endpointOverride(URI.create("http://127.0.0.1:" + PORT))
        .region(Region.EU_CENTRAL_1)
        .credentialsProvider(AnonymousCredentialsProvider.create())
        .httpClientBuilder(UrlConnectionHttpClient.builder())
        .overrideConfiguration(override -> override.addExecutionInterceptor(interceptor))
        .build();
  }
}
