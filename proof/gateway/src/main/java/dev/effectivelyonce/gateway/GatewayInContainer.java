package dev.effectivelyonce.gateway;

import java.net.InetSocketAddress;
import java.time.Duration;

/** The stand-in as a process of its own, in a container, until that ends. */
public final class GatewayInContainer {
  /** The port that it listens on, for callers of other containers. */
  public static final int PORT = 8080;

  private GatewayInContainer() {}

  /**
   * Starts it.
   *
   * @param arguments the share of calls with a fault, from 0 to 1; the seed that decides which; and
   *     the milliseconds by which late answers are late
   */
  public static void main(String[] arguments) {
    if (arguments.length != 3) {
      throw new IllegalArgumentException(
          "%s arguments; give three: rate, seed, milliseconds".formatted(arguments.length));
    }
    GatewayStandIn gateway =
        GatewayStandIn.start(
            new InetSocketAddress(PORT),
            new GatewayFaults(
                Double.parseDouble(arguments[0]),
                Long.parseLong(arguments[1]),
                Duration.ofMillis(Long.parseLong(arguments[2]))));
    System.out.println("The gateway's stand-in listens on port " + gateway.port());
  }
}
