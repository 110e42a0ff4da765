package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import software.amazon.awscdk.Tags;
import software.amazon.awscdk.services.cloudwatch.IAlarmAction;
import software.amazon.awscdk.services.ec2.ISecurityGroup;
import software.amazon.awscdk.services.ec2.IVpc;
import software.amazon.awscdk.services.ec2.SubnetSelection;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.lambda.Architecture;
import software.amazon.awscdk.services.lambda.Code;
import software.amazon.awscdk.services.lambda.ILayerVersion;
import software.amazon.awscdk.services.lambda.Runtime;
import software.amazon.awscdk.services.lambda.Tracing;
import software.amazon.awscdk.services.logs.RetentionDays;
import software.constructs.Construct;

/**
 * The settings that all constructs with a function have in common.
 *
 * @param <B> the builder that its methods return
 */
public abstract class FunctionBuilder<B extends FunctionBuilder<B>> {
  final Construct scope;
  final String id;
  Optional<Code> code = Optional.empty();
  Optional<IKey> encryptionKey = Optional.empty();
  Optional<Network> network = Optional.empty();
  OptionalInt reservedConcurrency = OptionalInt.empty();
  DataLifecycle lifecycle = DataLifecycle.KEEP;
  private final Map<String, String> environment = new LinkedHashMap<>();
  private final List<Permission> permissions = new ArrayList<>();
  private final List<IAlarmAction> pageActions = new ArrayList<>();
  private final List<IAlarmAction> ticketActions = new ArrayList<>();
  private final Map<String, String> tags = new LinkedHashMap<>();
  private String runbook = "docs/operations.md";
  int memoryMib = 1024;
  private Runtime runtime = Runtime.JAVA_25;
  private Architecture architecture = Architecture.ARM_64;
  private final List<ILayerVersion> layers = new ArrayList<>();
  private Tracing tracing = Tracing.DISABLED;
  RetentionDays logRetention = RetentionDays.ONE_MONTH;

  FunctionBuilder(Construct scope, String id) {
    this.scope = scope;
    this.id = id;
  }

  @SuppressWarnings("unchecked")
  final B self() {
    return (B) this;
  }

  /**
   * Adds the construct to its scope.
   *
   * @throws InvalidConstructException if something required is missing, or settings contradict each
   *     other or a service's limits; nothing is added then
   */
  public abstract Construct build();

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
   * Sets an environment variable of the function. Names that start with {@code EFFECTIVELY_ONCE_}
   * are reserved for the construct and refused.
   */
  public B environment(String name, String value) {
    this.environment.put(name, value);
    return self();
  }

  /** Allows the function exactly these actions on one resource; wildcards are refused. */
  public B allow(String resourceArn, String... actions) {
    this.permissions.add(Permission.of(resourceArn, actions));
    return self();
  }

  /**
   * Runs the construct's functions in the VPC's private subnets, in a security group without
   * inbound rules. Their roles get the permissions that Lambda needs for that. The services that
   * {@code docs/networks-and-keys.md} lists must be reachable from there. Default: no VPC.
   */
  public B vpc(IVpc vpc) {
    this.network = Optional.of(new Network(vpc, Optional.empty(), List.of()));
    return self();
  }

  /** Runs the construct's functions in these subnets and security groups of the VPC. */
  public B vpc(IVpc vpc, SubnetSelection subnets, ISecurityGroup... groups) {
    this.network =
        Optional.of(new Network(vpc, Optional.of(subnets), List.copyOf(Arrays.asList(groups))));
    return self();
  }

  /**
   * Encrypts the logs, queues and tables that the construct creates, and the functions' environment
   * variables and snapshots, with this key. The functions get permission to use it, and to use the
   * keys of existing tables and queues that are passed to the construct. The policy of a key of
   * another account or app must itself allow the functions and the service {@code logs}. Default:
   * the services' own keys.
   */
  public B encryptionKey(IKey key) {
    this.encryptionKey = Optional.of(key);
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

  /** Adds a tag to everything that the construct creates, for billing and rules. */
  public B tag(String key, String value) {
    this.tags.put(key, value);
    return self();
  }

  /** Sets how long logs are kept. Default: one month. */
  public B logRetention(RetentionDays retention) {
    this.logRetention = retention;
    return self();
  }

  /**
   * Adds an action to every alarm of the construct, which is taken when the alarm rings and when it
   * is over. Default: no one is notified.
   */
  public B alarmAction(IAlarmAction action) {
    return pageAction(action).ticketAction(action);
  }

  /**
   * Adds an action to the alarms that can't wait, because messages are late or lost until somebody
   * acts. The runbook lists them. The action is taken when the alarm rings and when it is over.
   */
  public B pageAction(IAlarmAction action) {
    this.pageActions.add(action);
    return self();
  }

  /**
   * Adds an action to the alarms that can wait until the morning, such as that for a dead letter.
   * The action is taken when the alarm rings and when it is over.
   */
  public B ticketAction(IAlarmAction action) {
    this.ticketActions.add(action);
    return self();
  }

  /**
   * Sets the address of the runbook in the alarms' texts, such as a page in your wiki. Each text
   * adds {@code #} and the name of the section. Default: {@code docs/operations.md}.
   */
  public B runbook(String address) {
    this.runbook = address;
    return self();
  }

  /**
   * Sets what happens to the logs, queues and tables that the construct creates when the stack is
   * deleted. Default: {@link DataLifecycle#KEEP}.
   */
  public B lifecycle(DataLifecycle lifecycle) {
    this.lifecycle = lifecycle;
    return self();
  }

  /** Returns what is wrong with the settings of this kind of construct; empty if nothing is. */
  abstract Stream<List<String>> problems();

  /** Returns the handlers of its functions, as far as they are known. */
  abstract Stream<String> handlers();

  /** Returns the variables that name other constructs, as many as there are of these. */
  Map<String, String> variablesOfConsumers() {
    return Map.of();
  }

  final void check() {
    List<String> problems =
        Stream.concat(
                problems(),
                Stream.of(
                    PackageRules.problems(code, handlers()),
                    FunctionRules.environmentProblems(environment, variablesOfConsumers()),
                    FunctionRules.concurrencyProblems(reservedConcurrency),
                    platform().problems(),
                    FunctionRules.permissionProblems(permissions)))
            .flatMap(List::stream)
            .toList();
    if (!problems.isEmpty()) {
      throw new InvalidConstructException(scope.getNode().getPath() + "/" + id, problems);
    }
  }

  /** Tags everything that the construct has created. */
  final void tag(Construct construct) {
    tags.forEach((key, value) -> Tags.of(construct).add(key, value));
  }

  final FunctionPlatform platform() {
    return new FunctionPlatform(runtime, architecture, List.copyOf(layers), tracing);
  }

  final AlarmNotice alarmNotice() {
    return new AlarmNotice(List.copyOf(pageActions), List.copyOf(ticketActions), runbook);
  }

  /**
   * Returns a function's settings: those of the builder, and those that its construct adds.
   *
   * @param variables the construct's own, beside those of {@link #environment}
   * @param rights the construct's own, beside those of {@link #allow}
   */
  final FunctionSettings settings(
      String handler, Duration timeout, Map<String, String> variables, List<Permission> rights) {
    Map<String, String> allVariables = new LinkedHashMap<>(environment);
    allVariables.putAll(variables);
    return new FunctionSettings(
        this,
        handler,
        timeout,
        allVariables,
        Stream.concat(rights.stream(), permissions.stream()).toList());
  }
}
