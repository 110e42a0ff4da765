package dev.effectivelyonce.local.template;

import com.fasterxml.jackson.databind.JsonNode;
import dev.effectivelyonce.local.template.KafkaResource.GivenUp;
import dev.effectivelyonce.local.template.KafkaResource.OnError;
import dev.effectivelyonce.local.template.KafkaResource.Start;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** AWS::Lambda::EventSourceMapping of a topic, on Amazon MSK or on a self-managed cluster. */
record KafkaParser(Properties properties, List<QueueResource> queues, FunctionLookup functions) {
  private static final int DEFAULT_BATCH_SIZE = 100;
  private static final String SELF_MANAGED = "SelfManagedEventSource";
  private static final String PROVISIONED = "ProvisionedPollerConfig";
  private static final String ON_FAILURE = "DestinationConfig.OnFailure.Destination";
  private static final String TOPIC = "kafka://";
  private static final List<String> CONFIGS =
      List.of("AmazonManagedKafkaEventSourceConfig", "SelfManagedKafkaEventSourceConfig");

  /** Returns whether a mapping is of a topic. */
  boolean isKafka(Resource resource) {
    return isSelfManaged(resource)
        || properties.text(resource, "EventSourceArn").contains(":kafka:");
  }

  /**
   * Reads a mapping.
   *
   * @throws TemplateException if it needs what the runner's event source does not do: on-demand
   *     mode, filters, a schema registry, or another destination than a queue or a topic
   */
  KafkaResource parse(Resource resource) {
    refuseWhatIsNotModelled(resource);
    FunctionLookup.Named function = functions.named(resource, "FunctionName");
    return new KafkaResource(
        resource.logicalId(),
        topic(resource),
        group(resource),
        function.function(),
        function.invokedArn(),
        isSelfManaged(resource)
            ? Optional.empty()
            : properties.optionalText(resource, "EventSourceArn"),
        start(resource),
        properties.number(resource, "BatchSize", DEFAULT_BATCH_SIZE),
        seconds(resource, "MaximumBatchingWindowInSeconds"),
        properties.optionalNumber(
            resource.property(PROVISIONED).path("MaximumPollers"),
            resource.at(PROVISIONED + ".MaximumPollers")),
        EventSourceParser.reporting(resource),
        resource.property("BisectBatchOnFunctionError").asBoolean()
            ? OnError.BISECT
            : OnError.RETRY,
        limit(resource, "MaximumRetryAttempts"),
        seconds(resource, "MaximumRecordAgeInSeconds"),
        givenUp(resource));
  }

  private static boolean isSelfManaged(Resource resource) {
    return !resource.property(SELF_MANAGED).isMissingNode();
  }

  private static void refuseWhatIsNotModelled(Resource resource) {
    if (resource.property(PROVISIONED).isMissingNode()) {
      throw new TemplateException(
          resource.at(PROVISIONED),
          "is missing, and the runner knows no mapping of Kafka in on-demand mode");
    }
    if (!resource.property("FilterCriteria").isMissingNode()) {
      throw new TemplateException(
          resource.at("FilterCriteria"), "is set, and the runner filters no records of Kafka");
    }
    for (String config : CONFIGS) {
      if (!resource.property(config).path("SchemaRegistryConfig").isMissingNode()) {
        throw new TemplateException(
            resource.at(config + ".SchemaRegistryConfig"),
            "is set, and the runner asks no schema registry");
      }
    }
  }

  private String topic(Resource resource) {
    JsonNode topics = resource.property("Topics");
    if (topics.size() != 1) {
      throw new TemplateException(
          resource.at("Topics"), "names " + topics.size() + " topics; a mapping reads one");
    }
    return properties.text(topics.path(0), resource.at("Topics"));
  }

  /** Lambda draws a group's name where none is given. */
  private String group(Resource resource) {
    return Stream.of(CONFIGS.getFirst(), CONFIGS.getLast())
        .filter(config -> !resource.property(config).path("ConsumerGroupId").isMissingNode())
        .map(
            config ->
                properties.text(
                    resource.property(config).path("ConsumerGroupId"),
                    resource.at(config + ".ConsumerGroupId")))
        .findFirst()
        .orElse(resource.logicalId());
  }

  private Start start(Resource resource) {
    String position = properties.text(resource, "StartingPosition");
    return switch (position) {
      case "TRIM_HORIZON" -> new Start.TrimHorizon();
      case "LATEST" -> new Start.Latest();
      case "AT_TIMESTAMP" ->
          new Start.AtTimestamp(
              Instant.ofEpochSecond(properties.number(resource, "StartingPositionTimestamp", 0)));
      default ->
          throw new TemplateException(
              resource.at("StartingPosition"), "is no starting position: " + position);
    };
  }

  private GivenUp givenUp(Resource resource) {
    JsonNode destination = resource.properties().at("/DestinationConfig/OnFailure/Destination");
    if (destination.isMissingNode()) {
      return new GivenUp.Skipped();
    }
    Location where = resource.at(ON_FAILURE);
    String named = properties.text(destination, where);
    if (named.startsWith(TOPIC)) {
      return new GivenUp.ToTopic(named.substring(TOPIC.length()));
    }
    return queues.stream()
        .filter(queue -> queue.arn().equals(named))
        .findFirst()
        .map(queue -> new GivenUp.ToQueue(queue.url()))
        .orElseThrow(
            () ->
                new TemplateException(
                    where, "is no queue of this stack and no topic (kafka://NAME): " + named));
  }

  private Optional<Duration> seconds(Resource resource, String property) {
    OptionalInt seconds = limit(resource, property);
    return seconds.isPresent()
        ? Optional.of(Duration.ofSeconds(seconds.getAsInt()))
        : Optional.empty();
  }

  /** A number below zero stands for no limit. */
  private OptionalInt limit(Resource resource, String property) {
    OptionalInt number =
        properties.optionalNumber(resource.property(property), resource.at(property));
    return number.isPresent() && number.getAsInt() < 0 ? OptionalInt.empty() : number;
  }
}
