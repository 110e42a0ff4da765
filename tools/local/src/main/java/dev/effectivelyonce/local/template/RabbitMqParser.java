package dev.effectivelyonce.local.template;

import com.fasterxml.jackson.databind.JsonNode;
import dev.effectivelyonce.local.LocalRunnerException;
import java.time.Duration;

/** AWS::Lambda::EventSourceMapping of a queue of RabbitMQ on Amazon MQ. */
record RabbitMqParser(FunctionLookup functions) {
  private static final String ACCESS = "SourceAccessConfigurations";
  private static final String WINDOW = "MaximumBatchingWindowInSeconds";

  /** Returns whether a mapping is of a broker. One of ActiveMQ has the same form. */
  static boolean isRabbitMq(Resource resource) {
    return resource.text("EventSourceArn").contains(":mq:");
  }

  /**
   * Reads a mapping.
   *
   * @throws TemplateException if it has filters, which the runner's event source does not
   * @throws LocalRunnerException if a value is out of AWS's range
   */
  RabbitMqResource parse(Resource resource) {
    if (resource.has("FilterCriteria")) {
      throw new TemplateException(
          resource.at("FilterCriteria"), "is set, and the runner filters no messages of RabbitMQ");
    }
    try {
      return new RabbitMqResource(
          functions.named(resource, "FunctionName"),
          new RabbitMqMapping(
              queue(resource),
              virtualHost(resource),
              resource.text("EventSourceArn"),
              resource.number("BatchSize", RabbitMqMapping.DEFAULT_SIZE),
              resource.has(WINDOW)
                  ? Duration.ofSeconds(resource.number(WINDOW))
                  : RabbitMqMapping.DEFAULT_WINDOW));
    } catch (IllegalArgumentException e) {
      throw resource.refused(e);
    }
  }

  private static String queue(Resource resource) {
    JsonNode queues = resource.property("Queues");
    if (queues.size() != 1) {
      throw new TemplateException(
          resource.at("Queues"), "names " + queues.size() + " queues; a mapping reads one");
    }
    return resource.text("Queues/0");
  }

  private static String virtualHost(Resource resource) {
    return resource
        .property(ACCESS)
        .valueStream()
        .filter(access -> access.path("Type").asText().equals("VIRTUAL_HOST"))
        .map(access -> resource.text(access.path("URI"), ACCESS))
        .findFirst()
        .orElse("/");
  }
}
