package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import software.amazon.awscdk.Tags;
import software.amazon.awscdk.services.cloudwatch.IAlarmAction;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.lambda.Code;
import software.amazon.awscdk.services.logs.RetentionDays;
import software.constructs.Construct;

/** The settings that a builder has collected about its function. */
abstract class FunctionDraft {
  final Construct scope;
  final String id;
  final Map<String, String> environment = new LinkedHashMap<>();
  final List<Permission> permissions = new ArrayList<>();
  final List<IAlarmAction> alarmActions = new ArrayList<>();
  final Map<String, String> tags = new LinkedHashMap<>();
  Optional<Code> code = Optional.empty();
  Optional<IKey> encryptionKey = Optional.empty();
  Optional<Network> network = Optional.empty();
  OptionalInt reservedConcurrency = OptionalInt.empty();
  String runbook = "docs/operations.md";
  int memoryMib = 1024;
  RetentionDays logRetention = RetentionDays.ONE_MONTH;
  DataLifecycle lifecycle = DataLifecycle.KEEP;

  FunctionDraft(Construct scope, String id) {
    this.scope = scope;
    this.id = id;
  }

  /** Returns what is wrong with the settings of this kind of construct; empty if nothing is. */
  abstract Stream<List<String>> problems();

  /** Returns the handlers of its functions, as far as they are known. */
  abstract Stream<String> handlers();

  final void check() {
    List<String> problems =
        Stream.concat(
                problems(),
                Stream.of(
                    PackageRules.problems(code, handlers()),
                    FunctionRules.environmentProblems(environment),
                    FunctionRules.concurrencyProblems(reservedConcurrency),
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

  final AlarmNotice alarmNotice() {
    return new AlarmNotice(List.copyOf(alarmActions), runbook);
  }

  /**
   * Returns a function's settings: those of the builder, and those that its construct adds.
   *
   * @param variables the construct's own, beside those of {@link FunctionBuilder#environment}
   * @param rights the construct's own, beside those of {@link FunctionBuilder#allow}
   */
  final FunctionSettings settings(
      String handler, Duration timeout, Map<String, String> variables, List<Permission> rights) {
    Map<String, String> allVariables = new LinkedHashMap<>(environment);
    allVariables.putAll(variables);
    return new FunctionSettings(
        code.orElseThrow(),
        handler,
        timeout,
        memoryMib,
        allVariables,
        Stream.concat(rights.stream(), permissions.stream()).toList(),
        logRetention,
        lifecycle,
        encryptionKey,
        network,
        reservedConcurrency);
  }
}
