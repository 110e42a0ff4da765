package dev.effectivelyonce.local.template;

/**
 * The function that another resource calls.
 *
 * @param invokedArn the ARN by which it is called, with the alias that the resource names
 */
public record CalledFunction(String name, String invokedArn) {}
