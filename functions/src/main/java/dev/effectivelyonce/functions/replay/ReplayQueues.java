package dev.effectivelyonce.functions.replay;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.functions.fulfilment.FulfilmentHandler;
import dev.effectivelyonce.functions.orders.OrdersHandler;
import dev.effectivelyonce.functions.payments.PaymentsHandler;
import dev.effectivelyonce.replay.ReplayQueue;
import dev.effectivelyonce.sqs.LambdaSettings;
import dev.effectivelyonce.sqs.MessageIdentity;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.Map;

/** The queues of the stack, from the function's environment. */
final class ReplayQueues {
  /** A stack without a payment gateway has no such consumer. */
  private static final String FULFILMENT = "FULFILMENT";

  private ReplayQueues() {}

  /**
   * Reads the variables.
   *
   * @return by the name of the queue in a request
   * @throws ConfigurationException if one is missing or malformed; its text names it and the remedy
   */
  static Map<String, ReplayQueue> from(Map<String, String> environment) {
    Map<String, ReplayQueue> queues = new HashMap<>();
    queues.put("orders", queue(environment, "ORDERS", OrdersHandler.identity()));
    queues.put("payments", queue(environment, "PAYMENTS", PaymentsHandler.identity()));
    if (environment.containsKey(FULFILMENT + "_QUEUE_URL")) {
      queues.put("fulfilment", queue(environment, FULFILMENT, FulfilmentHandler.identity()));
    }
    return Map.copyOf(queues);
  }

  private static ReplayQueue queue(
      Map<String, String> environment, String prefix, MessageIdentity<?> identity) {
    return new ReplayQueue(
        identity,
        LambdaSettings.required(environment, prefix + "_QUEUE_URL"),
        LambdaSettings.required(environment, prefix + "_DEAD_LETTER_QUEUE_URL"),
        duration(environment, prefix + "_RETENTION"));
  }

  private static Duration duration(Map<String, String> environment, String variable) {
    String value = LambdaSettings.required(environment, variable);
    try {
      return Duration.parse(value);
    } catch (DateTimeParseException e) {
      throw new ConfigurationException(
          "The environment variable " + variable + " is \"" + value + "\"",
          "Set the ISO-8601 duration for which the consumer keeps its records, such as P19D");
    }
  }
}
