package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.Optional;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping.SchemaRegistryConfigProperty;
import software.constructs.Construct;

/**
 * A Lambda function that consumes a Kafka topic once per business key: the function, its parking
 * queue, its rights, its logs and its alarms.
 *
 * <p>The function runs Java 25 on arm64 from a snapshot, under the alias {@code live}, which the
 * event source mapping calls. The mapping is in provisioned mode, without which there are no
 * partial responses. Batches are bisected when the function fails. What the function parks, and
 * what Lambda gives up, comes to the parking queue.
 */
public final class IdempotentKafkaConsumer extends ParkingConsumer {
  private IdempotentKafkaConsumer(KafkaDraft draft) {
    super(draft);
  }

  /** Collects the settings of a consumer and checks them. */
  public static final class Builder extends PartitionedFunctionBuilder<Builder> {
    private final KafkaDraft draft;

    private Builder(KafkaDraft draft) {
      super(draft);
      this.draft = draft;
    }

    @Override
    Builder self() {
      return this;
    }

    /** Starts a consumer under the given scope. */
    public static Builder create(Construct scope, String id) {
      return new Builder(new KafkaDraft(scope, id));
    }

    /** Sets the cluster. Required. */
    public Builder cluster(KafkaCluster cluster) {
      draft.cluster = Optional.of(cluster);
      return this;
    }

    /** Sets the topic; a mapping reads one. Required. */
    public Builder topic(String topic) {
      draft.topic = Optional.of(topic);
      return this;
    }

    /** Sets Kafka's consumer group. Default: the consumer's name. */
    public Builder consumerGroup(String groupId) {
      draft.consumerGroup = Optional.of(groupId);
      return this;
    }

    /** Sets how long the topic keeps its records. Default: 7 days, as Kafka has it. */
    public Builder topicRetention(Duration retention) {
      draft.topicRetention = retention;
      return this;
    }

    /**
     * Sets how many pollers Lambda holds ready, 1 to 200, and to how many it scales, 2,000 at most.
     * They cost by the hour. Default: 1 and 200.
     */
    public Builder provisionedPollers(int atLeast, int atMost) {
      draft.leastPollers = atLeast;
      draft.mostPollers = atMost;
      return this;
    }

    /** Shares the pollers with other mappings of this group in the same VPC. Default: with none. */
    public Builder pollerGroup(String name) {
      draft.pollerGroup = Optional.of(name);
      return this;
    }

    /**
     * Sets the schema registry, which is passed to the mapping as it is. Set its event record
     * format to {@code JSON}. Add the rights to it by {@link #allow}. Default: none.
     */
    public Builder schemaRegistry(SchemaRegistryConfigProperty registry) {
      draft.schemaRegistry = Optional.of(registry);
      return this;
    }

    /** Sets how many records may wait before an alarm rings. Default: 10,000. */
    public Builder offsetLagAlarm(int records) {
      draft.offsetLagAlarm = records;
      return this;
    }

    /**
     * Adds the consumer to the scope.
     *
     * @throws InvalidConstructException if something required is missing, or settings contradict
     *     each other or a service's limits; nothing is added then
     */
    public IdempotentKafkaConsumer build() {
      draft.check();
      return new IdempotentKafkaConsumer(draft);
    }
  }
}
