package dev.effectivelyonce.cdk;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import software.amazon.awscdk.services.cloudwatch.IAlarmAction;
import software.amazon.awscdk.services.ec2.ISecurityGroup;
import software.amazon.awscdk.services.ec2.IVpc;
import software.amazon.awscdk.services.ec2.SubnetSelection;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.lambda.Code;
import software.amazon.awscdk.services.logs.RetentionDays;

/**
 * The settings that every construct with a function has.
 *
 * @param <B> the builder that its methods return
 */
public abstract class FunctionBuilder<B extends FunctionBuilder<B>> {
  private final FunctionDraft draft;

  FunctionBuilder(FunctionDraft draft) {
    this.draft = draft;
  }

  abstract B self();

  /** Sets the function's package: a zip with jars under {@code lib/}. Required. */
  public B code(Code code) {
    draft.code = Optional.of(code);
    return self();
  }

  /** Sets the function's memory, and by it the share of a processor. Default: 1024 MiB. */
  public B memoryMib(int memoryMib) {
    draft.memoryMib = memoryMib;
    return self();
  }

  /**
   * Sets an environment variable of the function. Names that start with {@code EFFECTIVELY_ONCE_}
   * are the construct's own and refused.
   */
  public B environment(String name, String value) {
    draft.environment.put(name, value);
    return self();
  }

  /** Lets the function do these exact actions on one resource; wildcards are refused. */
  public B allow(String resourceArn, String... actions) {
    draft.permissions.add(Permission.of(resourceArn, actions));
    return self();
  }

  /**
   * Runs the construct's functions in the VPC's private subnets, in a security group that lets
   * nothing in. Their roles get the rights that Lambda needs for it. From there they must reach the
   * services that {@code docs/deploy.md} lists. Default: in no VPC.
   */
  public B vpc(IVpc vpc) {
    draft.network = Optional.of(new Network(vpc, Optional.empty(), List.of()));
    return self();
  }

  /** Runs the construct's functions in these subnets and security groups of the VPC. */
  public B vpc(IVpc vpc, SubnetSelection subnets, ISecurityGroup... groups) {
    draft.network =
        Optional.of(new Network(vpc, Optional.of(subnets), List.copyOf(Arrays.asList(groups))));
    return self();
  }

  /**
   * Encrypts what the construct creates with this key: logs, queues and tables. The functions get
   * the rights to use it, and those to use the keys of tables and queues that the construct is
   * given. A key of another account or app has to admit them itself, and the service {@code logs}.
   * Default: the services' own keys.
   */
  public B encryptionKey(IKey key) {
    draft.encryptionKey = Optional.of(key);
    return self();
  }

  /**
   * Sets how many invocations each of the construct's functions may have at once, reserved for it
   * from the account's. Default: none are reserved.
   */
  public B reservedConcurrency(int invocations) {
    draft.reservedConcurrency = OptionalInt.of(invocations);
    return self();
  }

  /** Tags everything that the construct creates, for bills and rules. */
  public B tag(String key, String value) {
    draft.tags.put(key, value);
    return self();
  }

  /** Sets how long logs are kept. Default: one month. */
  public B logRetention(RetentionDays retention) {
    draft.logRetention = retention;
    return self();
  }

  /** Adds an action to every alarm of the construct. Default: they only change their state. */
  public B alarmAction(IAlarmAction action) {
    draft.alarmActions.add(action);
    return self();
  }

  /**
   * Sets the address of the runbook that the alarms' texts name, such as of a page in your wiki.
   * Each text adds {@code #} and the part's name. Default: {@code docs/operations.md}.
   */
  public B runbook(String address) {
    draft.runbook = address;
    return self();
  }

  /**
   * Sets what becomes of the logs, and of the queues and tables that the construct creates, when
   * the stack is deleted. Default: {@link DataLifecycle#KEEP}.
   */
  public B lifecycle(DataLifecycle lifecycle) {
    draft.lifecycle = lifecycle;
    return self();
  }
}
