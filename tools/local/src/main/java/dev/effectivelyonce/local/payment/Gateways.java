package dev.effectivelyonce.local.payment;

import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.gateway.GatewayFaults;
import dev.effectivelyonce.gateway.GatewayStandIn;
import dev.effectivelyonce.local.template.FunctionResource;
import dev.effectivelyonce.local.template.StackTemplate;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Puts the stand-in of the payment gateway where a stack has one that nobody can reach. */
public final class Gateways {
  private static final String VARIABLE = "GATEWAY_URL";

  /** The longest wait of a backoff whose waits are short. */
  private static final String LONGEST_WAIT = "PT20S";

  /** The receives that survive the outage that the stack states, with these waits. */
  private static final int RECEIVES = 19;

  /** Longer than the function waits for an answer. */
  private static final Duration SLOWNESS = Duration.ofMillis(1300);

  private Gateways() {}

  /** A stand-in in which nothing goes wrong. */
  public static GatewayStandIn faultless() {
    return GatewayStandIn.start(GatewayFaults.none());
  }

  /**
   * A stand-in with faults.
   *
   * @param rate the share of calls with one, from 0 to 1
   * @param seed decides which
   */
  public static GatewayStandIn faulty(double rate, long seed) {
    return GatewayStandIn.start(new GatewayFaults(rate, seed, SLOWNESS));
  }

  /** The stack whose functions call this one. */
  public static StackTemplate through(StackTemplate template, GatewayStandIn gateway) {
    Map<String, String> address = Map.of(VARIABLE, gateway.uri().toString());
    return template.withFunctions(
        function -> isCalledBy(function) ? function.withEnvironment(address) : function);
  }

  /**
   * The stack whose functions that call a gateway wait shortly and often: they survive the same
   * outage, and nobody waits minutes for what the gateway refused a few times.
   */
  public static StackTemplate withShortWaits(StackTemplate template) {
    Map<String, String> shortWaits =
        Map.of(
            EnvironmentVariables.BACKOFF_LONGEST,
            LONGEST_WAIT,
            EnvironmentVariables.MAX_RECEIVE_COUNT,
            Integer.toString(RECEIVES));
    Set<String> queues =
        template.eventSources().stream()
            .filter(source -> isCalledBy(template.function(source.function())))
            .map(source -> source.queue().url())
            .collect(Collectors.toSet());
    return template
        .withFunctions(
            function -> isCalledBy(function) ? function.withEnvironment(shortWaits) : function)
        .withQueues(
            queue -> queues.contains(queue.url()) ? queue.withMaxReceiveCount(RECEIVES) : queue);
  }

  /** Returns whether a function calls a gateway. */
  public static boolean isCalledBy(FunctionResource function) {
    return function.environment().containsKey(VARIABLE);
  }
}
