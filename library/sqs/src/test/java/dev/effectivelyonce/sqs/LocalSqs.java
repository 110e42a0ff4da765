package dev.effectivelyonce.sqs;

import java.net.URI;
import org.elasticmq.rest.sqs.SQSRestServerBuilder;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * ElasticMQ on a free loopback port of this JVM, up as long as it: what runs each test by itself
 * (PIT) starts it once. Processes that only know the address of one start none.
 */
public final class LocalSqs {
  public static final String ACCOUNT = "123456789012";

  /** What the ARN of a queue begins with. */
  public static final String ARN = "arn:aws:sqs:eu-central-1:" + ACCOUNT + ":";

  private static final class Server {
    static final int PORT =
        SQSRestServerBuilder.withInterface("127.0.0.1")
            .withDynamicPort()
            .withAWSRegion("eu-central-1")
            .withAWSAccountId(ACCOUNT)
            .start()
            .waitUntilStarted()
            .localAddress()
            .getPort();
    static final SqsClient CLIENT = client(new ExecutionInterceptor() {});
  }

  private LocalSqs() {}

  public static URI endpoint() {
    return URI.create("http://127.0.0.1:" + Server.PORT);
  }

  public static SqsClient client() {
    return Server.CLIENT;
  }

  /** Returns a client whose calls are seen by an interceptor. */
  public static SqsClient client(ExecutionInterceptor interceptor) {
    return client(endpoint(), interceptor);
  }

  /** Returns a client of a server in another process. */
  public static SqsClient client(URI server, ExecutionInterceptor interceptor) {
    return SqsClient.builder()
        .endpointOverride(server)
        .region(Region.EU_CENTRAL_1)
        .credentialsProvider(AnonymousCredentialsProvider.create())
        .httpClientBuilder(UrlConnectionHttpClient.builder())
        .overrideConfiguration(override -> override.addExecutionInterceptor(interceptor))
        .build();
  }
}
