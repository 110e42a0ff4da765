package dev.effectivelyonce.infra.consumer;

import static dev.effectivelyonce.infra.consumer.Durations.text;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awscdk.services.cloudwatch.IAlarmAction;
import software.amazon.awscdk.services.codedeploy.ILambdaDeploymentConfig;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.lambda.Code;
import software.amazon.awscdk.services.logs.RetentionDays;
import software.constructs.Construct;

/** What a builder of an API has collected so far, and what follows from it. */
final class ApiDraft {
  private static final Duration SHORTEST_RETENTION = Duration.ofHours(1);

  final Construct scope;
  final String id;
  final Map<String, String> environment = new LinkedHashMap<>();
  final List<Permission> permissions = new ArrayList<>();
  final List<IAlarmAction> alarmActions = new ArrayList<>();
  Optional<Code> code = Optional.empty();
  Optional<String> handler = Optional.empty();
  Optional<ITable> idempotencyTable = Optional.empty();
  Optional<ILambdaDeploymentConfig> gradualDeployment = Optional.empty();
  Duration recordRetention = Duration.ofHours(24);
  Duration timeout = Duration.ofSeconds(10);
  int memoryMib = 1024;
  RetentionDays logRetention = RetentionDays.ONE_MONTH;
  DataLifecycle lifecycle = DataLifecycle.KEEP;
  RecordListing listing = RecordListing.DOUBTFUL;

  ApiDraft(Construct scope, String id) {
    this.scope = scope;
    this.id = id;
  }

  void check() {
    List<String> problems =
        Stream.of(
                Required.none()
                    .and("code", code)
                    .and("handler", handler)
                    .and("idempotencyTable", idempotencyTable)
                    .missing(),
                FunctionRules.environmentProblems(environment),
                FunctionRules.permissionProblems(permissions),
                ConsumerRules.timeoutProblems(timeout),
                retentionProblems())
            .flatMap(List::stream)
            .toList();
    if (!problems.isEmpty()) {
      throw new InvalidConstructException(scope.getNode().getPath() + "/" + id, problems);
    }
  }

  FunctionSettings functionSettings() {
    ITable table = idempotencyTable.orElseThrow();
    List<Permission> all = new ArrayList<>();
    all.add(
        Permission.of(
            table.getTableArn(), "dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem"));
    all.addAll(permissions);
    return new FunctionSettings(
        code.orElseThrow(),
        handler.orElseThrow(),
        timeout,
        memoryMib,
        variables(table),
        List.copyOf(all),
        logRetention,
        lifecycle);
  }

  private Map<String, String> variables(ITable table) {
    Map<String, String> variables = new LinkedHashMap<>(environment);
    variables.put(FunctionRules.RESERVED_PREFIX + "TABLE", table.getTableName());
    variables.put(FunctionRules.RESERVED_PREFIX + "RETENTION", recordRetention.toString());
    variables.put(FunctionRules.RESERVED_PREFIX + "LISTING", listing.name());
    return variables;
  }

  private List<String> retentionProblems() {
    return Durations.isWholeSeconds(recordRetention)
            && recordRetention.compareTo(SHORTEST_RETENTION) >= 0
        ? List.of()
        : List.of(
            ("recordRetention is %s: set whole seconds, at least 3600 s, and longer than any caller"
                    + " repeats a request (24 hours is usual).")
                .formatted(text(recordRetention)));
  }
}
