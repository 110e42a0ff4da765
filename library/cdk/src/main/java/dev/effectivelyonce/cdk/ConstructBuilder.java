package dev.effectivelyonce.cdk;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.Tags;
import software.amazon.awscdk.services.cloudwatch.IAlarmAction;
import software.amazon.awscdk.services.ec2.ISecurityGroup;
import software.amazon.awscdk.services.ec2.IVpc;
import software.amazon.awscdk.services.ec2.SubnetSelection;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.logs.LogGroup;
import software.amazon.awscdk.services.logs.RetentionDays;
import software.constructs.Construct;

/**
 * The settings that all constructs have in common that run code: functions and services.
 *
 * @param <B> the builder that its methods return
 */
public abstract class ConstructBuilder<B extends ConstructBuilder<B>> {
  final Construct scope;
  final String id;
  Optional<IKey> encryptionKey = Optional.empty();
  Optional<Network> network = Optional.empty();
  DataLifecycle lifecycle = DataLifecycle.KEEP;
  private final Map<String, String> environment = new LinkedHashMap<>();
  private final List<Permission> permissions = new ArrayList<>();
  private final List<IAlarmAction> pageActions = new ArrayList<>();
  private final List<IAlarmAction> ticketActions = new ArrayList<>();
  private final Map<String, String> tags = new LinkedHashMap<>();
  private String runbook = "docs/operations.md";
  private RetentionDays logRetention = RetentionDays.ONE_MONTH;

  ConstructBuilder(Construct scope, String id) {
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
   * Sets an environment variable of the function or container. Names that start with {@code
   * EFFECTIVELY_ONCE_} are reserved for the construct and refused.
   */
  public B environment(String name, String value) {
    this.environment.put(name, value);
    return self();
  }

  /**
   * Allows the code exactly these actions on one resource. Wildcards in actions, and the resource
   * {@code *}, are refused.
   */
  public B allow(String resourceArn, String... actions) {
    this.permissions.add(Permission.of(resourceArn, actions));
    return self();
  }

  /**
   * Runs the construct's functions or tasks in the VPC's private subnets, in a security group
   * without inbound rules. Roles of functions get the permissions that Lambda needs for that. The
   * services that {@code docs/networks-and-keys.md} lists must be reachable from there. Default: no
   * VPC. A service needs one, or a cluster.
   */
  public B vpc(IVpc vpc) {
    this.network = Optional.of(new Network(vpc, Optional.empty(), List.of()));
    return self();
  }

  /** Runs the construct's functions or tasks in these subnets and security groups of the VPC. */
  public B vpc(IVpc vpc, SubnetSelection subnets, ISecurityGroup... groups) {
    this.network =
        Optional.of(new Network(vpc, Optional.of(subnets), List.copyOf(Arrays.asList(groups))));
    return self();
  }

  /**
   * Encrypts the logs, queues and tables that the construct creates, and the functions' environment
   * variables and snapshots, with this key. The code gets permission to use it, and to use the keys
   * of existing tables and queues that are passed to the construct. The policy of a key of another
   * account or app must itself allow the code's role and the service {@code logs}. Default: the
   * services' own keys.
   */
  public B encryptionKey(IKey key) {
    this.encryptionKey = Optional.of(key);
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

  /** Returns what its host would refuse; empty if nothing. */
  abstract Stream<List<String>> hostProblems();

  final void check() {
    List<String> problems =
        Stream.of(
                problems(),
                hostProblems(),
                Stream.of(
                    ConstructRules.environmentProblems(environment),
                    ConstructRules.permissionProblems(permissions)))
            .flatMap(it -> it)
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

  final AlarmNotice alarmNotice() {
    return new AlarmNotice(List.copyOf(pageActions), List.copyOf(ticketActions), runbook);
  }

  /**
   * Returns the variables of a function or container: those of the builder, and these.
   *
   * @param own the construct's own, beside those of {@link #environment}
   */
  final Map<String, String> allVariables(Map<String, String> own) {
    Map<String, String> all = new LinkedHashMap<>(environment);
    all.putAll(own);
    return all;
  }

  /** Returns the construct's own rights, and those of {@link #allow}. */
  final List<Permission> allPermissions(List<Permission> own) {
    return Stream.concat(own.stream(), permissions.stream()).toList();
  }

  /** Returns the variables that {@link #environment} has set. */
  final Map<String, String> environment() {
    return environment;
  }

  /** Adds the logs of a function or container. */
  final LogGroup logs(Construct owner) {
    LogGroup.Builder logs =
        LogGroup.Builder.create(owner, "Logs")
            .retention(logRetention)
            .removalPolicy(lifecycle.removalPolicy());
    encryptionKey.ifPresent(key -> Keys.encrypt(logs, Stack.of(owner), key));
    return logs.build();
  }
}
