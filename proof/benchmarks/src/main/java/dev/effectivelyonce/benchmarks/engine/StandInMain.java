package dev.effectivelyonce.benchmarks.engine;

import dev.effectivelyonce.benchmarks.standin.StandIn;
import java.io.IOException;

/** The stand-in, on a free loopback port, until standard input ends. */
final class StandInMain {
  private static final double AS_AWS = 1;

  private StandInMain() {}

  /** Prints the port in a line of its own. */
  public static void main(String[] arguments) throws IOException {
    EngineProcess.answerUntilTheHarnessEnds(StandIn.start(AS_AWS).port());
  }
}
