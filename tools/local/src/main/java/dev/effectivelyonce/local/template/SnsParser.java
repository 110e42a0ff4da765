package dev.effectivelyonce.local.template;

import dev.effectivelyonce.local.template.SubscriptionResource.Form;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** AWS::SNS::Topic, and AWS::SNS::Subscription of a queue. */
record SnsParser(List<QueueResource> queues, List<Resource> topics, List<Resource> subscriptions) {
  private static final String TOPIC = "AWS::SNS::Topic";
  private static final String SUBSCRIPTION = "AWS::SNS::Subscription";
  private static final List<String> ATTRIBUTES =
      List.of("ContentBasedDeduplication", "FifoThroughputScope");

  static SnsParser of(List<Resource> resources, List<QueueResource> queues) {
    return new SnsParser(
        queues,
        resources.stream().filter(it -> it.isA(TOPIC)).toList(),
        resources.stream().filter(it -> it.isA(SUBSCRIPTION)).toList());
  }

  List<TopicResource> parse() {
    return topics.stream()
        .map(
            topic ->
                new TopicResource(
                    topic.attribute("TopicArn"),
                    topic.texts(ATTRIBUTES),
                    subscriptions(topic.attribute("TopicArn"))))
        .toList();
  }

  private List<SubscriptionResource> subscriptions(String topic) {
    return subscriptions.stream()
        .filter(it -> problem(it).isEmpty() && it.text("TopicArn").equals(topic))
        .map(it -> subscription(topic, it))
        .toList();
  }

  /** The subscriptions of which nothing comes here, each with why. */
  Stream<String> passedOver() {
    return Stream.concat(
        topics.stream()
            .filter(it -> it.has("Subscription"))
            .map(it -> TOPIC + " " + it.logicalId() + ": Subscription, if it is no own resource"),
        subscriptions.stream()
            .flatMap(
                it ->
                    problem(it)
                        .map(why -> SUBSCRIPTION + " " + it.logicalId() + ": " + why)
                        .stream()));
  }

  private Optional<String> problem(Resource subscription) {
    try {
      String protocol = subscription.text("Protocol");
      if (!protocol.equals("sqs")) {
        return Optional.of("Protocol is " + protocol);
      }
      String topic = subscription.text("TopicArn");
      if (topics.stream().noneMatch(it -> it.attribute("TopicArn").equals(topic))) {
        return Optional.of("TopicArn is no topic of this stack: " + topic);
      }
      QueueParser.named(queues, subscription, "Endpoint");
      return Optional.empty();
    } catch (TemplateException e) {
      return Optional.of(e.property() + " " + e.problem());
    }
  }

  private SubscriptionResource subscription(String topic, Resource resource) {
    return new SubscriptionResource(
        topic + ":" + resource.logicalId(),
        queueFor(topic, resource, "Endpoint"),
        resource.optionalText("RawMessageDelivery").filter("true"::equals).isPresent()
            ? Form.RAW
            : Form.NOTIFICATION,
        FilterPolicy.of(resource),
        resource.has("RedrivePolicy")
            ? Optional.of(queueFor(topic, resource, "RedrivePolicy/deadLetterTargetArn"))
            : Optional.empty());
  }

  /** Refuses as SNS does what has no message groups. */
  private QueueResource queueFor(String topic, Resource resource, String property) {
    QueueResource queue = QueueParser.named(queues, resource, property);
    if (queue.isFifo() && !topic.endsWith(".fifo")) {
      throw new TemplateException(
          resource.at(property), "is a FIFO queue, which only a FIFO topic can have");
    }
    return queue;
  }
}
