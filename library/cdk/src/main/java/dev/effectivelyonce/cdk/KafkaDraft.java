package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.ArrayList;
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

/** The settings that a builder of a consumer of Kafka has collected. */
final class KafkaDraft extends PartitionedDraft {
  private static final int MOST_RETRIES = 10_000;
  private static final int MOST_POLLERS_AT_REST = 200;
  private static final int MOST_POLLERS = 2_000;
  private static final Duration LONGEST_RETENTION = Duration.ofDays(3650);

  Optional<KafkaCluster> cluster = Optional.empty();
  Optional<String> topic = Optional.empty();
  Optional<String> consumerGroup = Optional.empty();
  Optional<String> pollerGroup = Optional.empty();
  Optional<SchemaRegistryConfigProperty> schemaRegistry = Optional.empty();
  Duration topicRetention = Duration.ofDays(7);
  int offsetLagAlarm = 10_000;
  int leastPollers = 1;
  int mostPollers = MOST_POLLERS_AT_REST;

  KafkaDraft(Construct scope, String id) {
    super(scope, id);
    retryAttempts = MOST_RETRIES;
  }

  @Override
  String sourceName() {
    return "topic";
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
    return MissingSettings.none().and("cluster", cluster).and("topic", topic).missing();
  }

  @Override
  List<String> kindProblems() {
    List<String> problems = new ArrayList<>(cluster.orElseThrow().problems());
    if (!topic.orElseThrow().matches("[a-zA-Z0-9._-]{1,249}")) {
      problems.add(
          "topic is \"%s\": Kafka takes letters, digits, '.', '_' and '-'. Name one topic."
              .formatted(topic.orElseThrow()));
    }
    if (leastPollers < 1
        || leastPollers > MOST_POLLERS_AT_REST
        || mostPollers < leastPollers
        || mostPollers > MOST_POLLERS) {
      problems.add(
          ("provisionedPollers(%s, %s): Lambda takes 1 to 200 at least, and from that to 2000 at"
                  + " most. Set values between these: without pollers there are no partial"
                  + " responses.")
              .formatted(leastPollers, mostPollers));
    }
    if (topicRetention.compareTo(LONGEST_RETENTION) > 0) {
      problems.add(
          ("topicRetention is %s: no record is kept as long. Set what a rewind may reach, 3650 days"
                  + " at most.")
              .formatted(Durations.text(topicRetention)));
    }
    if (retryAttempts < 0) {
      problems.add(
          "maximumRetryAttempts is %s: with a destination for what fails Lambda gives up after 10."
                  .formatted(retryAttempts)
              + " Set 0 to 10000, the default.");
    }
    ParkingRules.within("offsetLagAlarm", offsetLagAlarm, 1, Integer.MAX_VALUE, problems);
    return problems;
  }

  @Override
  int fewestRetries() {
    return 0;
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
    return consumerGroup.or(() -> consumerName).orElseThrow();
  }
}
