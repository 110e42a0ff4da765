package dev.effectivelyonce.local.template;

import dev.effectivelyonce.local.LocalRunnerException;

/** AWS::Lambda::EventSourceMapping of a queue of RabbitMQ on Amazon MQ. */
record RabbitMqParser(FunctionLookup functions) {
  private static final String ACCESS = "SourceAccessConfigurations";

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
    resource.refuse("FilterCriteria", "filters no messages of RabbitMQ");
    try {
      return new RabbitMqResource(
          functions.named(resource, "FunctionName"),
          new RabbitMqMapping(
              resource.only("Queues"),
              virtualHost(resource),
              resource.text("EventSourceArn"),
              resource.batching()));
    } catch (IllegalArgumentException e) {
      throw resource.refused(e);
    }
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
