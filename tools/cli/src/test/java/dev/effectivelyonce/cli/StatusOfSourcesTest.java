package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.cli.Bench.Run;
import dev.effectivelyonce.operations.bench.StubAws;
import java.io.Reader;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How consumers of streams and of Kafka are now, and functions. */
class StatusOfSourcesTest extends CommandTest {
  private final StubAws stub = new StubAws();
  private final StubAws sqs = new StubAws();

  @BeforeEach
  void prepare() {
    bench.write("outputs.json", "{\"Shop\":{\"TurnoverFunctionName\":\"turnover\"}}");
    bench.write(
        "effectively-once.json",
        """
        {"consumers":[
        {"name":"turnover","function":"TurnoverFunctionName","table":"%1$s","key":"/orderId"},
        {"name":"shipments","function":"shipments","table":"%1$s","key":"/shipmentId"},
        {"name":"closing","function":"closing","table":"%1$s"}]}
        """
            .formatted(bench.table));
    reading("turnover", StubbedSources.TURNOVER_MAPPING);
    reading("shipments", StubbedSources.SHIPMENTS_MAPPING);
    StubbedSources.lambda(
        stub, "closing", StubbedSources.nothing(), StubbedSources.closing(bench.table));
    sqs.on("QueueName", 200, "{\"QueueUrl\":\"http://sqs/1/closing-given-up\"}")
        .on("1/turnover-parked", 200, StubbedSources.queue("turnover-parked", 1_209_600, 3))
        .on("1/shipments-parked", 200, StubbedSources.queue("shipments-parked", 1_209_600, 0))
        .on("1/closing-given-up", 200, StubbedSources.queue("closing-given-up", 1_209_600, 1));
  }

  private void reading(String name, String mappings) {
    StubbedSources.lambda(stub, name, mappings, StubbedSources.reader(name, bench.table));
  }

  @AfterEach
  void close() {
    stub.close();
    sqs.close();
  }

  @Test
  void itShowsHowFarEachIsBehindAndWhatIsParkedOrGivenUp() {
    stub.on("Value=turnover", 200, StubbedStack.metrics("iterator_age_millis", "250000.0"))
        .on("Value=shipments", 200, StubbedStack.metrics("offset_lag", "12000.0"))
        .on("Value=closing", 200, StubbedStack.metrics("async_event_age_millis", "61000.0"))
        .on("DescribeAlarms", 200, StubbedStack.alarms());

    Run run = status();

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    Golden.check("status-of-sources.txt", bench.stable(run.out()));
    assertThat(status("--output=json").out())
        .contains("\"source\" : \"table_stream\"", "\"source\" : \"kafka\"")
        .contains("\"source\" : \"function\"", "\"offsetLag\" : 12000");
  }

  @Test
  void ofAConsumerOfABrokerItShowsWhatIsParked() {
    reading(
        "turnover",
        StubbedSources.TURNOVER_MAPPING.replace(
            StubbedSources.STREAM, "arn:aws:mq:us-east-1:123456789012:broker:shop:b-1"));

    assertThat(status().out()).containsPattern("turnover .* 3 ");
    assertThat(status("--output=json").out()).contains("\"source\" : \"broker\"");
  }

  @Test
  void aStreamThatNothingReadsAnyMoreSaysSo() {
    stub.on("FunctionName=turnover", 200, StubbedSources.nothing());

    assertThat(status().out()).containsPattern("turnover .* none\n");
  }

  @Test
  void whatIsNotThereOrMayNotBeSeenIsSaidRatherThanZero() {
    stub.on("functions/turnover/configuration", 404, "{}")
        .on("FunctionName=shipments", 403, "{\"__type\":\"AccessDeniedException\"}")
        .on("/event-invoke-config", 404, "{}");

    assertThat(status().out())
        .contains("the function of turnover: turnover or its alias does not exist")
        .contains("the function of shipments: the right AccessDenied")
        .contains("gives up for closing: nothing is set about asynchronous invocations");
  }

  private Run status(String... more) {
    return bench.bare(
        Reader.nullReader(),
        Stream.concat(
                Stream.of(
                    "status",
                    "--endpoint=lambda=" + stub.endpoint(),
                    "--endpoint=cloudwatch=" + stub.endpoint(),
                    "--endpoint=sqs=" + sqs.endpoint(),
                    "--endpoint=dynamodb=" + bench.aws.dynamoDbEndpoint(),
                    "--stack=Shop",
                    "--outputs=outputs.json"),
                Stream.of(more))
            .toArray(String[]::new));
  }
}
