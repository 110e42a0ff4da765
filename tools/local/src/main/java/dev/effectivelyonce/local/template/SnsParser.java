package dev.effectivelyonce.local.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.local.template.SubscriptionResource.Form;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** AWS::SNS::Topic, and AWS::SNS::Subscription of a queue. */
record SnsParser(
    List<QueueResource> queues, List<Resource> topics, List<Resource> subscriptions) {
  private static final String SUBSCRIPTION = "AWS::SNS::Subscription";
  private static final List<String> ATTRIBUTES =
      List.of("ContentBasedDeduplication", "FifoThroughputScope");

  static SnsParser of(List<Resource> resources, List<QueueResource> queues) {
    List<Resource> topics = resources.stream().filter(it -> it.isA("AWS::SNS::Topic")).toList();
    return new SnsParser(
        queues,
        topics,
        Stream.concat(
                resources.stream().filter(it -> it.isA(SUBSCRIPTION)),
                topics.stream().flatMap(SnsParser::within))
            .toList());
  }

  /** The subscriptions that stand in their topic, as if they stood beside it. */
  private static Stream<Resource> within(Resource topic) {
    return topic.property("Subscription").valueStream().map(it -> beside(topic, it));
  }

  private static Resource beside(Resource topic, JsonNode subscription) {
    ObjectNode properties = subscription.deepCopy();
    properties.putObject("TopicArn").put("Ref", topic.logicalId());
    ObjectNode json = properties.objectNode();
    json.set("Properties", properties);
    return new Resource(topic.logicalId(), json, topic.ids());
  }

  List<TopicResource> parse() {
    List<SubscriptionResource> parsed =
        subscriptions.stream().filter(it -> problem(it).isEmpty()).map(this::subscription).toList();
    return topics.stream().map(it -> topic(it, parsed)).toList();
  }

  /** The subscriptions of which nothing comes here, each with why. */
  Stream<String> passedOver() {
    return subscriptions.stream()
        .flatMap(
            it ->
                problem(it).stream()
                    .map(why -> SUBSCRIPTION + " " + it.logicalId() + ": " + why));
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

  private SubscriptionResource subscription(Resource resource) {
    String topic = resource.text("TopicArn");
    return new SubscriptionResource(
        topic,
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

  private static TopicResource topic(Resource resource, List<SubscriptionResource> subscriptions) {
    String arn = resource.attribute("TopicArn");
    Map<String, String> attributes = new LinkedHashMap<>();
    ATTRIBUTES.forEach(
        attribute ->
            resource.optionalText(attribute).ifPresent(value -> attributes.put(attribute, value)));
    return new TopicResource(
        arn,
        Map.copyOf(attributes),
        subscriptions.stream().filter(it -> it.topicArn().equals(arn)).toList());
  }
}
