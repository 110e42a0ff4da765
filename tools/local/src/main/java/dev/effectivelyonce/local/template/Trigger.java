package dev.effectivelyonce.local.template;

/** What calls a function of the stack. */
public sealed interface Trigger
    permits EventSourceResource, StreamResource, KafkaResource, RabbitMqResource, ScheduleResource {
  /** The function. */
  CalledFunction function();
}
