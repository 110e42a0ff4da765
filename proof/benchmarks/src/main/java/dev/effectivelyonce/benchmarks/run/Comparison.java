package dev.effectivelyonce.benchmarks.run;

import dev.effectivelyonce.benchmarks.engine.Clients;
import dev.effectivelyonce.benchmarks.meter.Calls;
import dev.effectivelyonce.benchmarks.meter.Consumption;
import dev.effectivelyonce.benchmarks.meter.CpuShare;
import dev.effectivelyonce.benchmarks.meter.MeteredHttpClient;
import dev.effectivelyonce.benchmarks.scenario.Scenario;
import dev.effectivelyonce.benchmarks.subject.Contender;
import java.net.URI;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Measures contenders with one scenario, in turns, each over a table of its own.
 *
 * @param endpoint of the engine that all share
 * @param share of a processor while batches are measured; a warm-up has all processors
 */
public record Comparison(URI endpoint, CpuShare share) {

  /** A row for each, in their order. */
  public List<Row> run(Scenario scenario, List<Contender> contenders) {
    Calls calls = new Calls();
    Consumption consumption = new Consumption();
    try (DynamoDbClient client =
        Clients.of(
            endpoint,
            http -> new MeteredHttpClient(http, calls, scenario.latency()),
            consumption)) {
      Gauges gauges = new Gauges(client, calls, consumption);
      List<Lane> lanes =
          contenders.stream().map(contender -> new Lane(contender, scenario, gauges)).toList();
      try {
        return rows(lanes, scenario.effort().rounds());
      } finally {
        // After a failure too: the next comparison makes tables of the same names.
        lanes.forEach(Lane::close);
      }
    }
  }

  private List<Row> rows(List<Lane> lanes, int rounds) {
    lanes.forEach(Lane::warmUp);
    try (CpuShare.Limit ignored = share.limit()) {
      for (int round = 0; round < rounds; round++) {
        lanes.forEach(Lane::round);
      }
    }
    return lanes.stream().map(Lane::row).toList();
  }

  /** What all lanes share. */
  record Gauges(DynamoDbClient client, Calls calls, Consumption consumption) {}
}
