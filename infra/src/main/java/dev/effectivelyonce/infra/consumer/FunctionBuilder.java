package dev.effectivelyonce.infra.consumer;

import java.util.Optional;
import software.amazon.awscdk.services.cloudwatch.IAlarmAction;
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

  /** The function's package: a zip with jars under {@code lib/}. Required. */
  public B code(Code code) {
    draft.code = Optional.of(code);
    return self();
  }

  /** The function's memory, which also sets its share of a processor. Default: 1024 MiB. */
  public B memoryMib(int memoryMib) {
    draft.memoryMib = memoryMib;
    return self();
  }

  /**
   * An environment variable of the function. Names that start with {@code EFFECTIVELY_ONCE_} are
   * the construct's own and refused.
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

  /** How long logs are kept. Default: one month. */
  public B logRetention(RetentionDays retention) {
    draft.logRetention = retention;
    return self();
  }

  /** What every alarm of the construct does. Default: they change their state and tell nobody. */
  public B alarmAction(IAlarmAction action) {
    draft.alarmActions.add(action);
    return self();
  }

  /**
   * Where the runbook is that the alarms' texts name, such as the address of its page in your wiki.
   * Each text adds {@code #} and the part's name. Default: {@code docs/operations.md}.
   */
  public B runbook(String address) {
    draft.runbook = address;
    return self();
  }

  /**
   * What becomes of the logs, and of the queues and tables that the construct creates, when the
   * stack goes. Default: {@link DataLifecycle#KEEP}.
   */
  public B lifecycle(DataLifecycle lifecycle) {
    draft.lifecycle = lifecycle;
    return self();
  }
}
