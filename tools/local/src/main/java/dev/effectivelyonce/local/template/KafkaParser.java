package dev.effectivelyonce.local.template;

import dev.effectivelyonce.local.LocalRunnerException;
import dev.effectivelyonce.local.template.FailureHandling.ErrorPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** AWS::Lambda::EventSourceMapping of a topic, on Amazon MSK or on a self-managed cluster. */
record KafkaParser(List<QueueResource> queues, FunctionLookup functions) {
  private static final String SELF_MANAGED = "SelfManagedEventSource";
  private static final String PROVISIONED = "ProvisionedPollerConfig";
  private static final String ON_FAILURE = "DestinationConfig/OnFailure/Destination";
  private static final String TOPIC = "kafka://";
  private static final List<String> CONFIGS =
      List.of("AmazonManagedKafkaEventSourceConfig", "SelfManagedKafkaEventSourceConfig");

  /** Returns whether a mapping is of a topic. */
  static boolean isKafka(Resource resource) {
    return isSelfManaged(resource) || resource.text("EventSourceArn").contains(":kafka:");
  }

  /**
   * Reads a mapping.
   *
   * @throws TemplateException if it needs what the runner's event source does not do: on-demand
   *     mode, filters, a schema registry, or another destination than a queue or a topic
   * @throws LocalRunnerException if a value is out of AWS's range
   */
  KafkaResource parse(Resource resource) {
    refuseWhatIsNotModelled(resource);
    CalledFunction function = functions.named(resource, "FunctionName");
    OptionalInt mostPollers = resource.optionalNumber(PROVISIONED + "/MaximumPollers");
    try {
      return new KafkaResource(function, mostPollers, mapping(resource, function));
    } catch (IllegalArgumentException e) {
      throw resource.refused(e);
    }
  }

  private KafkaMapping mapping(Resource resource, CalledFunction function) {
    return new KafkaMapping(
        resource.only("Topics"),
        group(resource),
        function.invokedArn(),
        isSelfManaged(resource) ? Optional.empty() : resource.optionalText("EventSourceArn"),
        start(resource),
        resource.batching(),
        new FailureHandling(
            EventSourceParser.reporting(resource),
            resource.property("BisectBatchOnFunctionError").asBoolean()
                ? ErrorPolicy.BISECT
                : ErrorPolicy.RETRY,
            limit(resource, "MaximumRetryAttempts"),
            seconds(resource, "MaximumRecordAgeInSeconds"),
            destination(resource)));
  }

  private static boolean isSelfManaged(Resource resource) {
    return resource.has(SELF_MANAGED);
  }

  private static void refuseWhatIsNotModelled(Resource resource) {
    if (!resource.has(PROVISIONED)) {
      throw new TemplateException(
          resource.at(PROVISIONED),
          "is missing, and the runner knows no mapping of Kafka in on-demand mode");
    }
    resource.refuse("FilterCriteria", "filters no records of Kafka");
    CONFIGS.forEach(
        config -> resource.refuse(config + "/SchemaRegistryConfig", "asks no schema registry"));
  }

  /** Lambda draws a group's name where none is given. */
  private static String group(Resource resource) {
    return CONFIGS.stream()
        .flatMap(config -> resource.optionalText(config + "/ConsumerGroupId").stream())
        .findFirst()
        .orElse(resource.logicalId());
  }

  private static StartingPosition start(Resource resource) {
    String position = resource.text("StartingPosition");
    return switch (position) {
      case "TRIM_HORIZON" -> new StartingPosition.TrimHorizon();
      case "LATEST" -> new StartingPosition.Latest();
      case "AT_TIMESTAMP" ->
          new StartingPosition.AtTimestamp(
              Instant.ofEpochSecond(resource.number("StartingPositionTimestamp", 0)));
      default ->
          throw new TemplateException(
              resource.at("StartingPosition"), "is no starting position: " + position);
    };
  }

  private OnFailure destination(Resource resource) {
    if (!resource.has(ON_FAILURE)) {
      return new OnFailure.Skip();
    }
    String named = resource.text(ON_FAILURE);
    if (named.startsWith(TOPIC)) {
      return new OnFailure.Topic(named.substring(TOPIC.length()));
    }
    return queues.stream()
        .filter(queue -> queue.arn().equals(named))
        .findFirst()
        .<OnFailure>map(queue -> new OnFailure.Queue(queue.url()))
        .orElseThrow(
            () ->
                new TemplateException(
                    resource.at(ON_FAILURE),
                    "is no queue of this stack and no topic (kafka://NAME): " + named));
  }

  private static Optional<Duration> seconds(Resource resource, String property) {
    OptionalInt seconds = limit(resource, property);
    return seconds.stream().mapToObj(Duration::ofSeconds).findFirst();
  }

  /** A number below zero stands for no limit. */
  private static OptionalInt limit(Resource resource, String property) {
    OptionalInt number = resource.optionalNumber(property);
    return number.isPresent() && number.getAsInt() < 0 ? OptionalInt.empty() : number;
  }
}
