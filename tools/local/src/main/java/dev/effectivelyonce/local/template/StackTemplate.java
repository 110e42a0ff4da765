package dev.effectivelyonce.local.template;

import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A template as far as the runner follows it, every value resolved.
 *
 * @param passedOver what does something on AWS and nothing here, by type and logical id; of a
 *     subscription also why
 */
public record StackTemplate(
    String stackName,
    List<QueueResource> queues,
    List<TopicResource> topics,
    List<TableResource> tables,
    List<FunctionResource> functions,
    List<EventSourceResource> eventSources,
    List<StreamResource> streams,
    List<KafkaResource> kafka,
    List<RabbitMqResource> rabbitMq,
    List<ScheduleResource> schedules,
    List<UrlResource> urls,
    Map<String, String> outputs,
    List<String> passedOver) {

  /** The value of an output. */
  public String output(String name) {
    String value = outputs.get(name);
    if (value == null) {
      throw new TemplateException(
          new Location("Outputs", name),
          "the stack has no such output; it has " + outputs.keySet());
    }
    return value;
  }

  /** Returns the function that another resource calls. */
  public FunctionResource function(CalledFunction called) {
    return functions.stream()
        .filter(it -> it.name().equals(called.name()))
        .findFirst()
        .orElseThrow();
  }

  /** Returns the ARN by which event sources call a function: its alias, where they name one. */
  public String invokedArn(FunctionResource function) {
    return Stream.of(eventSources, streams, kafka, rabbitMq, schedules)
        .flatMap(List::stream)
        .map(Trigger::function)
        .filter(called -> called.name().equals(function.name()))
        .map(CalledFunction::invokedArn)
        .findFirst()
        .orElse(function.arn());
  }

  /** The same with each function changed. */
  public StackTemplate withFunctions(UnaryOperator<FunctionResource> change) {
    return with(queues, functions.stream().map(change).toList(), eventSources);
  }

  /** The same with each queue changed, wherever the template refers to it. */
  public StackTemplate withQueues(UnaryOperator<QueueResource> change) {
    return with(
        queues.stream().map(change).toList(),
        functions,
        eventSources.stream().map(source -> source.with(change.apply(source.queue()))).toList());
  }

  private StackTemplate with(
      List<QueueResource> otherQueues,
      List<FunctionResource> otherFunctions,
      List<EventSourceResource> otherSources) {
    return new StackTemplate(
        stackName,
        otherQueues,
        topics,
        tables,
        otherFunctions,
        otherSources,
        streams,
        kafka,
        rabbitMq,
        schedules,
        urls,
        outputs,
        passedOver);
  }
}
