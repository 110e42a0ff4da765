package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping.AmazonManagedKafkaEventSourceConfigProperty;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping.EndpointsProperty;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping.ProvisionedPollerConfigProperty;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping.SchemaRegistryConfigProperty;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping.SelfManagedEventSourceProperty;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping.SelfManagedKafkaEventSourceConfigProperty;
import software.constructs.Construct;

/**
 * A Lambda function that consumes a Kafka topic once per business key. The construct includes the
 * function, its parking queue, permissions, logs and alarms.
 *
 * <p>The function runs Java 25 on arm64 from a snapshot, under the alias {@code live}, which the
 * event source mapping calls. The mapping is in provisioned mode, because otherwise there are no
 * partial responses. Batches are bisected when the function fails. Records that the function parks
 * or Lambda gives up go to the parking queue.
 */
public final class IdempotentKafkaConsumer extends ParkingConsumer {
  private IdempotentKafkaConsumer(Builder settings) {
    super(settings);
  }

  /** Builds a consumer and checks its settings. */
  public static final class Builder extends PartitionedFunctionBuilder<Builder> {
    private static final int MOST_RETRIES = 10_000;
    private static final int MOST_POLLERS_AT_REST = 200;
    private static final int MOST_POLLERS = 2_000;
    private static final Duration LONGEST_RETENTION = Duration.ofDays(3650);

    private Optional<KafkaCluster> cluster = Optional.empty();
    private Optional<String> topic = Optional.empty();
    private Optional<String> consumerGroup = Optional.empty();
    private Optional<String> pollerGroup = Optional.empty();
    private Optional<SchemaRegistryConfigProperty> schemaRegistry = Optional.empty();
    private Duration topicRetention = Duration.ofDays(7);
    private int offsetLagAlarm = 10_000;
    private int leastPollers = 1;
    private int mostPollers = MOST_POLLERS_AT_REST;

    private Builder(Construct scope, String id) {
      super(scope, id, "topic", 0, MOST_RETRIES);
    }

    /** Returns a builder for a consumer in the given scope. */
    public static Builder create(Construct scope, String id) {
      return new Builder(scope, id);
    }

    /** Sets the cluster. Required. */
    public Builder cluster(KafkaCluster cluster) {
      this.cluster = Optional.of(cluster);
      return this;
    }

    /** Sets the topic. A mapping reads a single topic. Required. */
    public Builder topic(String topic) {
      this.topic = Optional.of(topic);
      return this;
    }

    /** Sets Kafka's consumer group. Default: the consumer's name. */
    public Builder consumerGroup(String groupId) {
      this.consumerGroup = Optional.of(groupId);
      return this;
    }

    /** Sets how long the topic keeps its records. Default: 7 days, which is Kafka's default. */
    public Builder topicRetention(Duration retention) {
      this.topicRetention = retention;
      return this;
    }

    /**
     * Sets the minimum (1 to 200) and the maximum (up to 2,000) of provisioned pollers, which are
     * billed by the hour. Default: 1 and 200.
     */
    public Builder provisionedPollers(int atLeast, int atMost) {
      this.leastPollers = atLeast;
      this.mostPollers = atMost;
      return this;
    }

    /**
     * Shares the pollers with the other mappings of this group in the same VPC. Default: not
     * shared.
     */
    public Builder pollerGroup(String name) {
      this.pollerGroup = Optional.of(name);
      return this;
    }

    /**
     * Sets the schema registry, which is passed to the mapping unchanged. Set its event record
     * format to {@code JSON}. Add the permissions for it with {@link #allow}. Default: none.
     */
    public Builder schemaRegistry(SchemaRegistryConfigProperty registry) {
      this.schemaRegistry = Optional.of(registry);
      return this;
    }

    /** Sets how many records may wait before an alarm rings. Default: 10,000. */
    public Builder offsetLagAlarm(int records) {
      this.offsetLagAlarm = records;
      return this;
    }

    @Override
    public IdempotentKafkaConsumer build() {
      check();
      return new IdempotentKafkaConsumer(this);
    }

    @Override
    Duration sourceRetention() {
      return topicRetention;
    }

    @Override
    List<Permission> sourceRights() {
      return cluster.orElseThrow().rights(topic.orElseThrow(), group());
    }

    @Override
    List<String> sourceProblems() {
      return new Problems().missing("cluster", cluster).missing("topic", topic).all();
    }

    @Override
    List<String> kindProblems() {
      return new Problems()
          .and(cluster.orElseThrow().problems())
          .when(
              !topic.orElseThrow().matches("[a-zA-Z0-9._-]{1,249}"),
              "topic is \"%s\": Kafka takes letters, digits, '.', '_' and '-'. Name one topic.",
              topic.orElseThrow())
          .when(
              leastPollers < 1
                  || leastPollers > MOST_POLLERS_AT_REST
                  || mostPollers < leastPollers
                  || mostPollers > MOST_POLLERS,
              "provisionedPollers(%s, %s): Lambda takes 1 to 200 at least, and from that to 2000 at"
                  + " most. Set values between these: without pollers there are no partial"
                  + " responses.",
              leastPollers,
              mostPollers)
          .when(
              topicRetention.compareTo(LONGEST_RETENTION) > 0,
              "topicRetention is %s: no record is kept as long. Set what a rewind may reach, 3650"
                  + " days at most.",
              topicRetention)
          .when(
              retryAttempts < 0,
              "maximumRetryAttempts is %s: with a destination for what fails Lambda gives up after"
                  + " 10. Set 0 to 10000, the default.",
              retryAttempts)
          .within("offsetLagAlarm", offsetLagAlarm, 1, Integer.MAX_VALUE)
          .all();
    }

    @Override
    LagAlarm lagAlarm() {
      return LagAlarm.ofOffsets(offsetLagAlarm);
    }

    @Override
    void read(CfnEventSourceMapping.Builder mapping) {
      ProvisionedPollerConfigProperty.Builder pollers =
          ProvisionedPollerConfigProperty.builder()
              .minimumPollers(leastPollers)
              .maximumPollers(mostPollers);
      pollerGroup.ifPresent(pollers::pollerGroupName);
      mapping.topics(List.of(topic.orElseThrow())).provisionedPollerConfig(pollers.build());
      KafkaCluster from = cluster.orElseThrow();
      if (!from.accesses().isEmpty()) {
        mapping.sourceAccessConfigurations(from.accesses());
      }
      from.arn().ifPresentOrElse(arn -> readMsk(mapping, arn), () -> readOwn(mapping, from));
    }

    private void readMsk(CfnEventSourceMapping.Builder mapping, String arn) {
      AmazonManagedKafkaEventSourceConfigProperty.Builder config =
          AmazonManagedKafkaEventSourceConfigProperty.builder().consumerGroupId(group());
      schemaRegistry.ifPresent(config::schemaRegistryConfig);
      mapping.eventSourceArn(arn).amazonManagedKafkaEventSourceConfig(config.build());
    }

    private void readOwn(CfnEventSourceMapping.Builder mapping, KafkaCluster from) {
      SelfManagedKafkaEventSourceConfigProperty.Builder config =
          SelfManagedKafkaEventSourceConfigProperty.builder().consumerGroupId(group());
      schemaRegistry.ifPresent(config::schemaRegistryConfig);
      mapping
          .selfManagedEventSource(
              SelfManagedEventSourceProperty.builder()
                  .endpoints(
                      EndpointsProperty.builder().kafkaBootstrapServers(from.servers()).build())
                  .build())
          .selfManagedKafkaEventSourceConfig(config.build());
    }

    private String group() {
      return consumerGroup.or(() -> records.consumerName).orElseThrow();
    }
  }
}
