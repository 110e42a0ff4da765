package dev.effectivelyonce.local.lambda;

/** Something that can be invoked with a JSON event. */
@FunctionalInterface
public interface FunctionInvoker {
  /** Invokes once and waits for the end. */
  InvocationResult invoke(String event);
}
