package dev.effectivelyonce.benchmarks.meter;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;

/**
 * Writes down each request, and makes each wait as a network would. It stands below the SDK's
 * retries, so that they count.
 *
 * @param latency added to each request
 */
public record MeteredHttpClient(SdkHttpClient client, Calls calls, Duration latency)
    implements SdkHttpClient {

  @Override
  public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
    ExecutableHttpRequest prepared = client.prepareRequest(request);
    return new ExecutableHttpRequest() {
      @Override
      public HttpExecuteResponse call() throws IOException {
        long startNanos = System.nanoTime();
        try {
          pause();
          return prepared.call();
        } finally {
          calls.add(startNanos, System.nanoTime());
        }
      }

      @Override
      public void abort() {
        prepared.abort();
      }
    };
  }

  private void pause() throws InterruptedIOException {
    if (!latency.isPositive()) {
      return;
    }
    try {
      Thread.sleep(latency);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted on the way to the store");
    }
  }

  @Override
  public String clientName() {
    return client.clientName();
  }

  @Override
  public void close() {
    client.close();
  }
}
