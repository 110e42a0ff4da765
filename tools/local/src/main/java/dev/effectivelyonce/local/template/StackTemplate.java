package dev.effectivelyonce.local.template;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A template as far as the runner follows it, every value resolved. */
public record StackTemplate(
    String stackName,
    List<QueueResource> queues,
    List<TableResource> tables,
    List<FunctionResource> functions,
    List<EventSourceResource> eventSources,
    List<StreamResource> streams,
    List<KafkaResource> kafka,
    List<RabbitMqResource> rabbitMq,
    List<ScheduleResource> schedules,
    List<UrlResource> urls,
    Map<String, String> outputs) {

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

  /** Returns the ARN by which event sources call a function: its alias, where they name one. */
  public String invokedArn(FunctionResource function) {
    Map<FunctionResource, String> arns = new HashMap<>();
    eventSources.forEach(it -> arns.put(it.function(), it.invokedFunctionArn()));
    streams.forEach(it -> arns.put(it.function(), it.invokedFunctionArn()));
    kafka.forEach(it -> arns.put(it.function(), it.invokedFunctionArn()));
    rabbitMq.forEach(it -> arns.put(it.function(), it.invokedFunctionArn()));
    schedules.forEach(it -> arns.put(it.function(), it.invokedFunctionArn()));
    return arns.getOrDefault(function, function.arn());
  }

  /** The same with each function changed, wherever the template refers to it. */
  public StackTemplate withFunctions(UnaryOperator<FunctionResource> change) {
    return new StackTemplate(
        stackName,
        queues,
        tables,
        functions.stream().map(change).toList(),
        eventSources.stream()
            .map(source -> source.with(source.queue(), change.apply(source.function())))
            .toList(),
        streams.stream().map(stream -> stream.with(change.apply(stream.function()))).toList(),
        kafka.stream().map(topic -> topic.with(change.apply(topic.function()))).toList(),
        rabbitMq.stream().map(queue -> queue.with(change.apply(queue.function()))).toList(),
        schedules.stream().map(rule -> rule.with(change.apply(rule.function()))).toList(),
        urls.stream()
            .map(url -> new UrlResource(url.logicalId(), change.apply(url.function())))
            .toList(),
        outputs);
  }

  /** The same with each queue changed, wherever the template refers to it. */
  public StackTemplate withQueues(UnaryOperator<QueueResource> change) {
    return new StackTemplate(
        stackName,
        queues.stream().map(change).toList(),
        tables,
        functions,
        eventSources.stream()
            .map(source -> source.with(change.apply(source.queue()), source.function()))
            .toList(),
        streams,
        kafka,
        rabbitMq,
        schedules,
        urls,
        outputs);
  }
}
