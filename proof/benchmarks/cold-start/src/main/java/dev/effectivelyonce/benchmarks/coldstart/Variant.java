package dev.effectivelyonce.benchmarks.coldstart;

import dev.effectivelyonce.local.template.FunctionResource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A function that is measured.
 *
 * @param name what the tables call it
 * @param zip its deployment package
 * @param jvmOptions those of Lambda, and more
 */
record Variant(
    String name, Path zip, String handler, Map<String, String> environment, String jvmOptions) {
  static final String OURS = "Effectively Once";
  private static final String OURS_NOT_PRIMED = "Effectively Once, not primed";
  static final String POWERTOOLS = "Powertools 1.15.0";
  static final String POWERTOOLS_AS_OURS = "Powertools, our logging and packaging";
  private static final String EMPTY = "empty function";

  private static final String POWERTOOLS_HANDLER =
      "dev.effectivelyonce.benchmarks.coldstart.powertools.OrdersFunction::handleRequest";

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** All of them, from a build of the project. */
  static List<Variant> of(Path projectRoot, Initialization initialization, String moreOptions) {
    String jvmOptions = (initialization.jvmOptions() + " " + moreOptions).strip();
    List<Variant> packages = packages(projectRoot, jvmOptions);
    return switch (initialization) {
      case ON_DEMAND -> packages;
      case SNAP_START ->
          Stream.concat(
                  packages.stream().map(it -> it.toldOf(initialization)),
                  packages.stream()
                      .filter(it -> it.name.equals(OURS))
                      .map(it -> it.named(OURS_NOT_PRIMED)))
              .toList();
    };
  }

  private static List<Variant> packages(Path projectRoot, String jvmOptions) {
    return List.of(
        new Variant(
            EMPTY,
            zip(projectRoot, "proof/benchmarks/cold-start"),
            "dev.effectivelyonce.benchmarks.coldstart.empty.EmptyFunction::handleRequest",
            Map.of(),
            jvmOptions),
        new Variant(
            OURS,
            zip(projectRoot, "functions/standard"),
            "dev.effectivelyonce.functions.orders.OrdersHandler::handleRequest",
            ours(),
            jvmOptions),
        new Variant(
            POWERTOOLS,
            zip(projectRoot, "proof/benchmarks/cold-start-powertools"),
            POWERTOOLS_HANDLER,
            powertools(),
            jvmOptions),
        new Variant(
            POWERTOOLS_AS_OURS,
            zip(projectRoot, "proof/benchmarks/cold-start-powertools")
                .resolveSibling("functions-as-ours.zip"),
            POWERTOOLS_HANDLER,
            powertools(),
            jvmOptions));
  }

  private Variant named(String other) {
    return new Variant(other, zip, handler, environment, jvmOptions);
  }

  private Variant toldOf(Initialization initialization) {
    Map<String, String> variables = new TreeMap<>(environment);
    variables.put(Initialization.VARIABLE, initialization.value());
    return new Variant(name, zip, handler, Map.copyOf(variables), jvmOptions);
  }

  private static Path zip(Path root, String module) {
    return root.resolve(module).resolve("target").resolve("functions.zip");
  }

  /** Whether it writes orders. */
  boolean writesOrders() {
    return environment.containsKey("ORDERS_TABLE");
  }

  /** The function as a template would describe it. */
  FunctionResource at(MemorySize memory) {
    Map<String, String> variables = new TreeMap<>(environment);
    variables.put("JAVA_TOOL_OPTIONS", jvmOptions);
    String id = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    return new FunctionResource(
        id,
        id,
        "arn:aws:lambda:us-east-1:000000000000:function:" + id,
        handler,
        Map.copyOf(variables),
        TIMEOUT,
        memory.mebibytes(),
        zip);
  }

  /** The size of the deployment package. */
  long zipBytes() {
    try {
      return Files.size(zip);
    } catch (IOException e) {
      throw new MeasurementException("There is no package at " + zip + ": build it first", e);
    }
  }

  private static Map<String, String> ours() {
    return Map.of(
        "EFFECTIVELY_ONCE_TABLE", Tables.OUR_RECORDS,
        "EFFECTIVELY_ONCE_LISTING", "FAILED_AND_HELD",
        "EFFECTIVELY_ONCE_MAX_RECEIVE_COUNT", "5",
        "EFFECTIVELY_ONCE_MODE", "ENFORCE",
        "EFFECTIVELY_ONCE_RETENTION", "PT456H",
        "ON_ABANDONED_CLAIM", "RERUN",
        "ORDERS_TABLE", Tables.ORDERS,
        // Named by orders, and written by no message of the measurement.
        "OUTBOX_TABLE", "Outbox",
        "SIMULATE", "off");
  }

  private static Map<String, String> powertools() {
    return Map.of("IDEMPOTENCY_TABLE", Tables.THEIR_RECORDS, "ORDERS_TABLE", Tables.ORDERS);
  }
}
