package dev.effectivelyonce.cdk;

import dev.effectivelyonce.core.EnvironmentVariables;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import software.amazon.awscdk.services.codedeploy.ILambdaDeploymentConfig;
import software.amazon.awscdk.services.dynamodb.Table;
import software.amazon.awscdk.services.events.IEventBus;
import software.amazon.awscdk.services.sqs.IQueue;
import software.constructs.Construct;

/** The settings that a builder of an outbox has collected, and those derived from them. */
final class OutboxDraft extends FunctionDraft {
  /** The package of the library's handlers, which the functions' package holds. */
  private static final String LIBRARY = "dev.effectivelyonce.outbox.";

  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,63}");
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final Duration SWEEPER_TIMEOUT = Duration.ofMinutes(2);

  /**
   * The destination behind a name.
   *
   * @param value the URL or ARN that the functions get
   * @param rights what they need to send
   */
  record Target(String name, String value, List<Permission> rights) {
    static Target queue(String name, IQueue queue) {
      return new Target(
          name,
          queue.getQueueUrl(),
          Stream.concat(
                  Stream.of(Permission.of(queue.getQueueArn(), "sqs:SendMessage")),
                  Keys.toSend(queue))
              .toList());
    }

    static Target bus(String name, IEventBus bus) {
      return new Target(
          name,
          bus.getEventBusArn(),
          List.of(Permission.of(bus.getEventBusArn(), "events:PutEvents")));
    }
  }

  final List<Target> targets = new ArrayList<>();
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
        targetProblems(),
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
        Stream.of(own, Keys.toUse(table), targets.stream().flatMap(it -> it.rights().stream()))
            .flatMap(it -> it)
            .distinct()
            .toList());
  }

  private Map<String, String> variables(Table table) {
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put(EnvironmentVariables.OUTBOX_TABLE, table.getTableName());
    variables.put(EnvironmentVariables.OUTBOX_SWEPT_AFTER, sweptAfter.toString());
    targets.forEach(
        target ->
            variables.put(EnvironmentVariables.OUTBOX_DESTINATION + target.name(), target.value()));
    return variables;
  }

  private List<String> sweptAfterProblems() {
    return sweptAfter.compareTo(Duration.ofMinutes(1)) < 0
        ? List.of("sweptAfter is shorter than a minute. Leave the publisher time to send.")
        : List.of();
  }

  private List<String> targetProblems() {
    if (targets.isEmpty()) {
      return List.of("destination is missing. Name at least one queue or bus before build().");
    }
    List<String> names = targets.stream().map(Target::name).toList();
    Stream<String> unusable =
        names.stream()
            .filter(name -> !NAME.matcher(name).matches())
            .map(
                name ->
                    "destination '%s' is no usable name. Use a letter, then letters, digits and _."
                        .formatted(name));
    Stream<String> repeated =
        names.stream()
            .distinct()
            .filter(name -> names.indexOf(name) != names.lastIndexOf(name))
            .map("destination '%s' is given twice. Give each its own name."::formatted);
    return Stream.concat(unusable, repeated).toList();
  }
}
