package dev.effectivelyonce.local.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RuntimeApiTest {
  private final List<String> calls = new CopyOnWriteArrayList<>();
  private final HttpClient client = HttpClient.newHttpClient();
  private final RuntimeApi api =
      RuntimeApi.start(
          new RuntimeApi.Calls() {
            @Override
            public RuntimeApi.Next next() {
              calls.add("next");
              return new RuntimeApi.Next("{}", Map.of("Lambda-Runtime-Aws-Request-Id", "1"));
            }

            @Override
            public void succeeded(String requestId, String payload) {
              calls.add("succeeded " + requestId + " " + payload);
            }

            @Override
            public void failed(String requestId, String error) {
              calls.add("failed " + requestId + " " + error);
            }

            @Override
            public void notInitialized(String error) {
              calls.add("not initialized " + error);
            }
          });

  @AfterEach
  void stop() {
    api.close();
  }

  @Test
  void aProcessThatWouldBeASnapshotGoesOnAndTakesNoEvent() throws Exception {
    assertThat(status(HttpRequest.newBuilder(uri("restore/next")))).isEqualTo(200);

    assertThat(calls).isEmpty();
  }

  /** The watch of a stack asks so, by the address that stands for Lambda's. */
  @Test
  void theEventSourcesAreRead() throws Exception {
    URI mapping =
        URI.create("http://" + api.address() + "/2015-03-31/event-source-mappings/Shop-Source");

    assertThat(
            client
                .send(HttpRequest.newBuilder(mapping).build(), BodyHandlers.ofString())
                .body())
        .isEqualTo("{\"UUID\":\"Shop-Source\",\"State\":\"Enabled\"}");
  }

  @Test
  void whatAProcessAsksAndTellsReachesItsEnvironment() throws Exception {
    assertThat(status(HttpRequest.newBuilder(uri("invocation/next")))).isEqualTo(200);
    assertThat(status(telling("invocation/1/response", "done"))).isEqualTo(202);
    assertThat(status(telling("invocation/2/error", "thrown"))).isEqualTo(202);
    assertThat(status(telling("init/error", "no class"))).isEqualTo(202);
    assertThat(status(telling("restore/error", "no hook"))).isEqualTo(202);
    assertThat(status(telling("invocation/3/unknown", ""))).isEqualTo(404);

    assertThat(calls)
        .containsExactly(
            "next",
            "succeeded 1 done",
            "failed 2 thrown",
            "not initialized no class",
            "not initialized no hook");
  }

  private HttpRequest.Builder telling(String path, String body) {
    return HttpRequest.newBuilder(uri(path)).POST(HttpRequest.BodyPublishers.ofString(body));
  }

  private int status(HttpRequest.Builder request) throws IOException, InterruptedException {
    return client.send(request.build(), BodyHandlers.discarding()).statusCode();
  }

  private URI uri(String path) {
    return URI.create("http://" + api.address() + "/2018-06-01/runtime/" + path);
  }
}
