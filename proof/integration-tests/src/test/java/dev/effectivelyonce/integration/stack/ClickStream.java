package dev.effectivelyonce.integration.stack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A Kinesis stream of clicks. */
public final class ClickStream {
  private static final String FIRST_HASH = "0";
  private static final String LAST_HASH =
      BigInteger.TWO.pow(128).subtract(BigInteger.ONE).toString();

  private final JsonService kinesis;
  private final String name;

  /** The stream of that name, on the LocalStack at an endpoint. */
  public ClickStream(URI endpoint, String name) {
    this.kinesis = JsonService.kinesis(endpoint);
    this.name = name;
  }

  /** Makes it, with one shard. */
  public ClickStream create() {
    kinesis.call("CreateStream", Map.of("StreamName", name, "ShardCount", 1));
    awaitActive();
    return this;
  }

  /** Deletes it. */
  public void delete() {
    kinesis.call("DeleteStream", Map.of("StreamName", name));
  }

  /** Its ARN. */
  public String arn() {
    return summary().path("StreamARN").asText();
  }

  /** Puts clicks into its first shard, in one call and in their order. */
  public void putFirst(Click... clicks) {
    put(FIRST_HASH, clicks);
  }

  /** Puts clicks into its last shard, in one call and in their order. */
  public void putLast(Click... clicks) {
    put(LAST_HASH, clicks);
  }

  /** The hash says which shard it is, whatever the partition keys are. */
  private void put(String hash, Click... clicks) {
    List<Map<String, String>> records =
        Stream.of(clicks)
            .map(
                click ->
                    Map.of(
                        "PartitionKey", click.partitionKey(),
                        "ExplicitHashKey", hash,
                        "Data", base64(click.data())))
            .toList();
    JsonNode answer = kinesis.call("PutRecords", Map.of("StreamName", name, "Records", records));
    assertThat(answer.path("FailedRecordCount").asInt()).as(answer.toString()).isZero();
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Splits its only shard in two. */
  public void split() {
    kinesis.call(
        "UpdateShardCount",
        Map.of("StreamName", name, "TargetShardCount", 2, "ScalingType", "UNIFORM_SCALING"));
    awaitActive();
    JsonNode shards = kinesis.call("ListShards", Map.of("StreamName", name)).path("Shards");
    assertThat(shards.findValuesAsText("ParentShardId"))
        .as(shards.toString())
        .containsExactly("shardId-000000000000", "shardId-000000000000");
  }

  private void awaitActive() {
    Eventually.holds(
        name + " is active",
        () -> assertThat(summary().path("StreamStatus").asText()).isEqualTo("ACTIVE"));
  }

  private JsonNode summary() {
    return kinesis
        .call("DescribeStreamSummary", Map.of("StreamName", name))
        .path("StreamDescriptionSummary");
  }
}
