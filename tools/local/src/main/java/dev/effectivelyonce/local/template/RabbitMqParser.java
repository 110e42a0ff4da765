package dev.effectivelyonce.local.template;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;

/** AWS::Lambda::EventSourceMapping of a queue of RabbitMQ on Amazon MQ. */
record RabbitMqParser(Properties properties, FunctionLookup functions) {
  private static final int DEFAULT_BATCH_SIZE = 100;
  private static final String ACCESS = "SourceAccessConfigurations";
  private static final String WINDOW = "MaximumBatchingWindowInSeconds";

  /** Returns whether a mapping is of a broker. One of ActiveMQ has the same form. */
  boolean isRabbitMq(Resource resource) {
    return properties.text(resource, "EventSourceArn").contains(":mq:");
  }

  /**
   * Reads a mapping.
   *
   * @throws TemplateException if it has filters, which the runner's event source does not
   */
  RabbitMqResource parse(Resource resource) {
    if (!resource.property("FilterCriteria").isMissingNode()) {
      throw new TemplateException(
          resource.at("FilterCriteria"), "is set, and the runner filters no messages of RabbitMQ");
    }
    FunctionLookup.Named function = functions.named(resource, "FunctionName");
    return new RabbitMqResource(
        resource.logicalId(),
        queue(resource),
        virtualHost(resource),
        function.function(),
        function.invokedArn(),
        properties.text(resource, "EventSourceArn"),
        properties.number(resource, "BatchSize", DEFAULT_BATCH_SIZE),
        properties
            .optionalText(resource, WINDOW)
            .map(text -> Duration.ofSeconds(properties.number(resource, WINDOW, 0))));
  }

  private String queue(Resource resource) {
    JsonNode queues = resource.property("Queues");
    if (queues.size() != 1) {
      throw new TemplateException(
          resource.at("Queues"), "names " + queues.size() + " queues; a mapping reads one");
    }
    return properties.text(queues.path(0), resource.at("Queues"));
  }

  private String virtualHost(Resource resource) {
    return resource
        .property(ACCESS)
        .valueStream()
        .filter(access -> access.path("Type").asText().equals("VIRTUAL_HOST"))
        .map(access -> properties.text(access.path("URI"), resource.at(ACCESS)))
        .findFirst()
        .orElse("/");
  }
}
