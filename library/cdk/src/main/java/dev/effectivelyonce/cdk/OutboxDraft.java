package dev.effectivelyonce.cdk;

import dev.effectivelyonce.core.EnvironmentVariables;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import software.amazon.awscdk.services.codedeploy.ILambdaDeploymentConfig;
import software.amazon.awscdk.services.dynamodb.Table;
import software.amazon.awscdk.services.sqs.IQueue;
import software.constructs.Construct;

/** The settings that a builder of an outbox has collected, and those derived from them. */
final class OutboxDraft extends FunctionDraft {
  /** The package of the library's handlers, which the functions' package holds. */
  private static final String LIBRARY = "dev.effectivelyonce.outbox.";

  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final Duration SWEEPER_TIMEOUT = Duration.ofMinutes(2);

  final Destinations destinations = new Destinations();
  String publisher = LIBRARY + "OutboxPublisher::handleRequest";
  String sweeper = LIBRARY + "OutboxSweeper::handleRequest";
  Optional<ILambdaDeploymentConfig> gradualDeployment = Optional.empty();
  Snapshots snapshots = Snapshots.LEFT_TO_LAMBDA;
  OptionalInt warmWrites = OptionalInt.empty();
  Duration sweptAfter = Duration.ofMinutes(10);

  OutboxDraft(Construct scope, String id) {
    super(scope, id);
  }

  @Override
  Stream<List<String>> problems() {
    return Stream.of(
        MissingSettings.none().and("code", code).missing(),
        destinations.problems(),
        sweptAfterProblems(),
        WarmWrites.problems(warmWrites));
  }

  @Override
  Stream<String> handlers() {
    return Stream.of(publisher, sweeper);
  }

  FunctionSettings publisherSettings(Table table, IQueue deadLetters) {
    return settings(
        publisher,
        TIMEOUT,
        table,
        Stream.concat(
            Keys.toSend(deadLetters),
            Stream.of(
                Permission.of(
                    table.getTableArn(), "dynamodb:BatchWriteItem", "dynamodb:PartiQLSelect"),
                Permission.of(
                    Optional.ofNullable(table.getTableStreamArn()).orElseThrow(),
                    "dynamodb:DescribeStream",
                    "dynamodb:GetRecords",
                    "dynamodb:GetShardIterator",
                    "dynamodb:ListStreams"),
                Permission.of(deadLetters.getQueueArn(), "sqs:SendMessage"))));
  }

  FunctionSettings sweeperSettings(Table table) {
    return settings(
        sweeper,
        SWEEPER_TIMEOUT,
        table,
        Stream.of(Permission.of(table.getTableArn(), "dynamodb:BatchWriteItem", "dynamodb:Scan")));
  }

  private FunctionSettings settings(
      String handler, Duration timeout, Table table, Stream<Permission> own) {
    return settings(
        handler,
        timeout,
        variables(table),
        Stream.of(own, Keys.toUse(table), destinations.rights())
            .flatMap(it -> it)
            .distinct()
            .toList());
  }

  private Map<String, String> variables(Table table) {
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put(EnvironmentVariables.OUTBOX_TABLE, table.getTableName());
    variables.put(EnvironmentVariables.OUTBOX_SWEPT_AFTER, sweptAfter.toString());
    variables.putAll(destinations.variables());
    return variables;
  }

  private List<String> sweptAfterProblems() {
    return sweptAfter.compareTo(Duration.ofMinutes(1)) < 0
        ? List.of("sweptAfter is shorter than a minute. Leave the publisher time to send.")
        : List.of();
  }
}
