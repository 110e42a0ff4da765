package dev.effectivelyonce.dynamodb;

import static dev.effectivelyonce.dynamodb.Records.RESULT;
import static dev.effectivelyonce.dynamodb.Records.stampAt;
import static dev.effectivelyonce.dynamodb.Records.written;

import com.sun.management.OperatingSystemMXBean;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.ConsumerName;
import dev.effectivelyonce.core.key.RecordId;
import dev.effectivelyonce.core.record.Claim;
import dev.effectivelyonce.core.record.Owner;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpService;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;

/**
 * Not a test: one process of the measurement behind ADR 9, which says how to run it. Arguments: a
 * part of the name of the SDK's HTTP service ({@code UrlConnection}, {@code Crt}), and the
 * endpoint. Prints one line of figures.
 */
final class HttpClientMeasurement {
  private static final int WARM_PAIRS = 1500;
  private static final int PARALLEL = 10;

  private final DynamoDbStore store;

  private HttpClientMeasurement(DynamoDbStore store) {
    this.store = store;
  }

  /** Measures once. */
  public static void main(String[] args) throws Exception {
    long begin = System.nanoTime();
    long cpuBegin = cpuNanos();
    SdkHttpClient.Builder<?> http = service(args[0]).createHttpClientBuilder();
    try (DynamoDbClient client =
        LocalDynamoDb.builder(URI.create(args[1]), CallBounds.forLambda())
            .httpClientBuilder(http)
            .build()) {
      String table = "measured-" + ProcessHandle.current().pid();
      HttpClientMeasurement measurement =
          new HttpClientMeasurement(new DynamoDbStore(client, table));
      createTable(client, table);
      double coldMs = millisSince(begin);
      double coldCpuMs = (cpuNanos() - cpuBegin) / 1e6;
      measurement.pairs("warm-up", 500);
      measurement.report(args[0], coldMs, coldCpuMs);
    }
    System.exit(0);
  }

  private void report(String name, double coldMs, double coldCpuMs) throws Exception {
    long cpu = cpuNanos();
    List<Double> latencies = pairs("alone", WARM_PAIRS);
    double cpuPerCallMs = (cpuNanos() - cpu) / 1e6 / (2 * WARM_PAIRS);
    long begin = System.nanoTime();
    long parallelCpu = cpuNanos();
    List<Double> parallel = parallelPairs();
    double parallelCpuMs = (cpuNanos() - parallelCpu) / 1e6 / (2 * WARM_PAIRS);
    double perSecond = 2 * WARM_PAIRS / (millisSince(begin) / 1000);
    System.out.printf(
        Locale.ROOT,
        "%-14s cold %.0f ms (cpu %.0f)  alone p50 %.2f p99 %.2f ms/call cpu %.2f"
            + "  parallel p50 %.2f p99 %.2f ms/call cpu %.2f, %.0f calls/s%n",
        name,
        coldMs,
        coldCpuMs,
        at(latencies, 50),
        at(latencies, 99),
        cpuPerCallMs,
        at(parallel, 50),
        at(parallel, 99),
        parallelCpuMs,
        perSecond);
  }

  /** Latencies of a call, as half of a claim and its completion. */
  private List<Double> pairs(String prefix, int count) {
    List<Double> latencies = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long begin = System.nanoTime();
      Claim claim = claim(prefix + i);
      store.complete(written(store.claim(claim)), RESULT, stampAt(Records.LATER));
      latencies.add(millisSince(begin) / 2);
    }
    return latencies;
  }

  private List<Double> parallelPairs() throws Exception {
    List<Future<List<Double>>> lanes = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int lane = 0; lane < PARALLEL; lane++) {
        String prefix = "lane" + lane + "-";
        lanes.add(threads.submit(() -> pairs(prefix, WARM_PAIRS / PARALLEL)));
      }
    }
    List<Double> all = new ArrayList<>();
    for (Future<List<Double>> lane : lanes) {
      all.addAll(lane.get());
    }
    return all;
  }

  private static Claim claim(String key) {
    return new Claim(
        RecordId.of(new ConsumerName("measured"), BusinessKey.of(key)),
        new Owner(key),
        Records.NOW.plusSeconds(30),
        stampAt(Records.NOW),
        Optional.empty(),
        Optional.empty());
  }

  private static void createTable(DynamoDbClient client, String table) {
    client.createTable(
        request ->
            request
                .tableName(table)
                .attributeDefinitions(LocalDynamoDb.definition(Attributes.ID))
                .keySchema(LocalDynamoDb.partitionKey(Attributes.ID))
                .billingMode(BillingMode.PAY_PER_REQUEST));
  }

  private static SdkHttpService service(String part) {
    return ServiceLoader.load(SdkHttpService.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(service -> service.getClass().getSimpleName().contains(part))
        .findFirst()
        .orElseThrow();
  }

  private static double at(List<Double> values, int percent) {
    List<Double> sorted = values.stream().sorted().toList();
    return sorted.get(Math.min(sorted.size() - 1, sorted.size() * percent / 100));
  }

  private static double millisSince(long begin) {
    return (System.nanoTime() - begin) / 1e6;
  }

  private static long cpuNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }
}
