package dev.effectivelyonce.local.template;

/** A queue of RabbitMQ on Amazon MQ that triggers a function. */
public record RabbitMqResource(CalledFunction function, RabbitMqMapping mapping)
    implements Trigger {}
