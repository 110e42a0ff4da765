package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import software.amazon.awscdk.services.lambda.Architecture;
import software.amazon.awscdk.services.lambda.Code;
import software.amazon.awscdk.services.lambda.ILayerVersion;
import software.amazon.awscdk.services.lambda.Runtime;
import software.amazon.awscdk.services.lambda.Tracing;
import software.constructs.Construct;

/**
 * The settings that all constructs with a function have in common.
 *
 * @param <B> the builder that its methods return
 */
public abstract class FunctionBuilder<B extends FunctionBuilder<B>> extends ConstructBuilder<B> {
  Optional<Code> code = Optional.empty();
  Optional<String> handler = Optional.empty();
  OptionalInt reservedConcurrency = OptionalInt.empty();
  int memoryMib = 1024;
  private Runtime runtime = Runtime.JAVA_25;
  private Architecture architecture = Architecture.ARM_64;
  private final List<ILayerVersion> layers = new ArrayList<>();
  private Tracing tracing = Tracing.DISABLED;

  FunctionBuilder(Construct scope, String id) {
    super(scope, id);
  }

  /**
   * Sets the function's package: one jar with all classes, or a zip with jars under {@code lib/}.
   * Required.
   */
  public B code(Code code) {
    this.code = Optional.of(code);
    return self();
  }

  /** Sets the function's memory, which also determines its share of a CPU. Default: 1024 MiB. */
  public B memoryMib(int memoryMib) {
    this.memoryMib = memoryMib;
    return self();
  }

  /**
   * Sets the function's runtime, which must be able to run the package's classes: Java 21 or later.
   * Default: Java 25.
   */
  public B runtime(Runtime runtime) {
    this.runtime = runtime;
    return self();
  }

  /** Sets the function's processor. Default: arm64. */
  public B architecture(Architecture architecture) {
    this.architecture = architecture;
    return self();
  }

  /** Adds a layer to the function, five at most, such as that of an agent. Default: none. */
  public B layer(ILayerVersion layer) {
    this.layers.add(layer);
    return self();
  }

  /**
   * Sets whether X-Ray records the function's invocations. With anything but {@link
   * Tracing#DISABLED}, the function gets permission to send traces. Default: disabled.
   */
  public B tracing(Tracing tracing) {
    this.tracing = tracing;
    return self();
  }

  /**
   * Sets how many concurrent invocations are reserved for each of the construct's functions, which
   * is also their maximum. Default: none are reserved.
   */
  public B reservedConcurrency(int invocations) {
    this.reservedConcurrency = OptionalInt.of(invocations);
    return self();
  }

  /** Returns the handlers of its functions, as far as they are known. */
  Stream<String> handlers() {
    return handler.stream();
  }

  /** Returns the variables that name other constructs, as many as there are of these. */
  Map<String, String> variablesOfConsumers() {
    return Map.of();
  }

  @Override
  final Stream<List<String>> hostProblems() {
    return Stream.of(
        PackageRules.problems(code, handlers()),
        FunctionRules.environmentProblems(environment(), variablesOfConsumers()),
        FunctionRules.concurrencyProblems(reservedConcurrency),
        platform().problems());
  }

  final FunctionPlatform platform() {
    return new FunctionPlatform(runtime, architecture, List.copyOf(layers), tracing);
  }

  /**
   * Returns a function's settings: those of the builder, and those that its construct adds.
   *
   * @param variables the construct's own, beside those of {@link #environment}
   * @param rights the construct's own, beside those of {@link #allow}
   */
  final FunctionSettings settings(
      String handler, Duration timeout, Map<String, String> variables, List<Permission> rights) {
    return new FunctionSettings(
        this, handler, timeout, allVariables(variables), allPermissions(rights));
  }
}
