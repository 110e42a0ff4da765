package com.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The application as a process that crashes and is started again. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class CrashIT {
  private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+)");
  private static final Pattern ORDER_ID = Pattern.compile("\"orderId\":\"(.+?)\"");

  private final HttpClient http = HttpClient.newHttpClient();
  private LocalServices services;
  private Process application;
  private int starts;
  private Path log;
  private String address;

  @BeforeEach
  void startServices() throws Exception {
    services = new LocalServices(0, 0);
  }

  @AfterEach
  void stop() throws Exception {
    try (LocalServices closing = services) {
      if (application != null) {
        application.destroyForcibly().waitFor();
      }
    }
  }

  @Test
  void eachOrderIsBookedOnceWheneverTheProcessCrashes() throws Exception {
    startApplication();
    send("orderId=O-1&item=tea&copies=3");
    crash(() -> send("orderId=O-2&item=milk&crash=after-effect"));

    startApplication();
    awaitIdle();
    assertThat(booked()).containsExactlyInAnyOrder("O-1", "O-2");
    crash(() -> send("orderId=O-3&item=sugar&crash=after-commit"));

    startApplication();
    awaitIdle();
    assertThat(booked()).containsExactlyInAnyOrder("O-1", "O-2", "O-3");
  }

  @Test
  void aRequestGetsItsFirstAnswerThoughTheProcessCrashesBeforeIt() throws Exception {
    startApplication();
    HttpResponse<String> first = checkOut("k-1", "item=tea");
    assertThat(checkOut("k-1", "item=tea").body()).isEqualTo(first.body());
    crash(() -> checkOut("k-2", "item=milk&crash=after-effect"));

    startApplication();
    HttpResponse<String> second = checkOut("k-2", "item=milk&crash=after-effect");
    while (second.statusCode() == 409) {
      // Until the claim of the process that died has lapsed.
      TimeUnit.MILLISECONDS.sleep(100);
      second = checkOut("k-2", "item=milk&crash=after-effect");
    }
    assertThat(second.statusCode()).isEqualTo(201);
    crash(() -> checkOut("k-3", "item=sugar&crash=after-commit"));

    startApplication();
    HttpResponse<String> third = checkOut("k-3", "item=sugar&crash=after-commit");
    assertThat(third.statusCode()).isEqualTo(201);
    assertThat(third.headers().firstValue("Idempotent-Replayed")).contains("true");
    assertThat(booked())
        .containsExactlyInAnyOrderElementsOf(
            found(ORDER_ID, first.body() + second.body() + third.body()));
  }

  private HttpResponse<String> checkOut(String key, String order) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address.replace("/orders", "/checkout") + "?" + order))
            .header("Idempotency-Key", key)
            .POST(HttpRequest.BodyPublishers.noBody())
            .build();
    return http.send(request, BodyHandlers.ofString());
  }

  private void startApplication() throws Exception {
    log = Path.of("target", "crash-it-%s.log".formatted(++starts));
    Files.writeString(log, "");
    application =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                OrdersApplication.class.getName(),
                "--server.port=0",
                "--spring.cloud.aws.endpoint=" + services.endpoint(),
                "--spring.datasource.url=" + services.database())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    List<String> ports = found(PORT, Files.readString(log));
    while (ports.isEmpty()) {
      assertThat(application.isAlive()).as("the application of %s starts", log).isTrue();
      TimeUnit.MILLISECONDS.sleep(100);
      ports = found(PORT, Files.readString(log));
    }
    address = "http://localhost:" + ports.getFirst() + "/orders";
  }

  private void awaitIdle() throws InterruptedException {
    while (!services.isIdle()) {
      assertThat(application.isAlive()).as("the application of %s runs", log).isTrue();
      TimeUnit.MILLISECONDS.sleep(100);
    }
  }

  private void send(String order) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + "?" + order))
            .POST(HttpRequest.BodyPublishers.noBody())
            .build();
    assertThat(http.send(request, BodyHandlers.discarding()).statusCode()).isEqualTo(202);
  }

  /** A request that may get no answer. */
  interface Sending {
    void send() throws Exception;
  }

  private void crash(Sending request) throws Exception {
    try {
      request.send();
    } catch (IOException e) {
      // The process crashed before it answered.
    }
    assertThat(application.waitFor(5, TimeUnit.MINUTES))
        .as("the application of %s crashes", log)
        .isTrue();
  }

  private List<String> booked() throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(address)).build();
    return found(ORDER_ID, http.send(request, BodyHandlers.ofString()).body());
  }

  private static List<String> found(Pattern pattern, String text) {
    return pattern.matcher(text).results().map((MatchResult it) -> it.group(1)).toList();
  }
}
