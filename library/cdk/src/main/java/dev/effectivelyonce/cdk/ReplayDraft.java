package dev.effectivelyonce.cdk;

import dev.effectivelyonce.core.EnvironmentVariables;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.sqs.IQueue;
import software.constructs.Construct;

/** The settings that a builder of a replay has collected, and those derived from them. */
final class ReplayDraft extends FunctionDraft {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");

  final List<Named> consumers = new ArrayList<>();
  Optional<String> handler = Optional.empty();
  Duration timeout = Duration.ofMinutes(15);

  ReplayDraft(Construct scope, String id) {
    super(scope, id);
  }

  @Override
  Stream<List<String>> problems() {
    return Stream.of(
        MissingSettings.none().and("code", code).and("handler", handler).missing(),
        consumerProblems(),
        FunctionRules.timeoutProblems(timeout));
  }

  @Override
  Stream<String> handlers() {
    return handler.stream();
  }

  FunctionSettings functionSettings() {
    return settings(handler.orElseThrow(), timeout, variables(), rights());
  }

  private Map<String, String> variables() {
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put(EnvironmentVariables.TABLE, table().getTableName());
    consumers.forEach(consumer -> variables.putAll(consumer.variables()));
    return variables;
  }

  private List<Permission> rights() {
    return Stream.of(
            Stream.of(onRecords()),
            Keys.toUse(table()),
            consumers.stream().flatMap(it -> it.rights().stream()).distinct())
        .flatMap(it -> it)
        .toList();
  }

  /** Returns rights on its consumers' records alone if each consumer has them on its own alone. */
  private Permission onRecords() {
    Permission whole =
        Permission.of(table().getTableArn(), "dynamodb:GetItem", "dynamodb:UpdateItem");
    return consumers.stream().allMatch(it -> it.access() == RecordAccess.OWN_RECORDS)
        ? whole.onRecordsOf(consumers.stream().map(it -> it.consumer().consumerName()).toList())
        : whole;
  }

  private ITable table() {
    return consumers.getFirst().consumer().idempotencyTable();
  }

  private List<String> consumerProblems() {
    if (consumers.isEmpty()) {
      return List.of("consumer is missing. Name at least one before build().");
    }
    List<String> elsewhere = serverProblems();
    if (!elsewhere.isEmpty()) {
      return elsewhere;
    }
    List<String> names = consumers.stream().map(Named::name).toList();
    Stream<String> unusable =
        names.stream()
            .filter(name -> !NAME.matcher(name).matches())
            .map(
                name ->
                    "consumer '%s' is no usable name. Use lower-case letters, digits and hyphens."
                        .formatted(name));
    Stream<String> repeated =
        names.stream()
            .distinct()
            .filter(name -> names.indexOf(name) != names.lastIndexOf(name))
            .map("consumer '%s' is given twice. Give each its own name."::formatted);
    return Stream.of(unusable, repeated, strangers(), tableProblems()).flatMap(it -> it).toList();
  }

  private List<String> serverProblems() {
    return consumers.stream()
        .filter(it -> it.consumer().table().isEmpty())
        .map(
            it ->
                ("consumer '%s' keeps its records in %s, which this function does not read."
                        + " Leave it out and use SQS's redrive: what is done is skipped, and what"
                        + " failed for good comes back.")
                    .formatted(it.name(), NamedConsumer.serverOf(it.consumer())))
        .toList();
  }

  /** Returns the problem of another name than the consumer's, by which the function looks it up. */
  private Stream<String> strangers() {
    return consumers.stream()
        .filter(it -> NAME.matcher(it.name()).matches())
        .filter(it -> !it.name().equals(asRequested(it.consumer().consumerName())))
        .map(
            it ->
                "consumer '%s' is no consumer's name: that of %s is '%s'. Call it '%s' here."
                    .formatted(
                        it.name(),
                        it.consumer().getNode().getPath(),
                        it.consumer().consumerName(),
                        asRequested(it.consumer().consumerName())));
  }

  private static String asRequested(String consumerName) {
    return consumerName.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
  }

  private Stream<String> tableProblems() {
    String table = table().getTableArn();
    return consumers.stream()
        .filter(named -> !named.consumer().idempotencyTable().getTableArn().equals(table))
        .map(
            named ->
                "consumer '%s' keeps its records in another table. Make it a replay of its own."
                    .formatted(named.name()));
  }

  /**
   * A consumer, and the name of its queue in requests.
   *
   * @param access how far its right to records goes
   * @param told what the function learns of it, by what follows the name
   * @param rights what it may do with its queues and its function
   */
  record Named(
      String name,
      NamedConsumer consumer,
      RecordAccess access,
      Map<String, String> told,
      List<Permission> rights) {
    static Named of(String name, IdempotentConsumer consumer) {
      return new Named(
          name,
          consumer,
          consumer.recordAccess(),
          Map.of(
              "_QUEUE_URL", consumer.queue().getQueueUrl(),
              "_DEAD_LETTER_QUEUE_URL", consumer.deadLetterQueue().getQueueUrl(),
              "_RETENTION", consumer.recordRetention().toString()),
          Stream.of(
                  Stream.of(
                      toEmpty(consumer.deadLetterQueue(), "sqs:ListDeadLetterSourceQueues"),
                      Permission.of(
                          consumer.queue().getQueueArn(),
                          "sqs:GetQueueAttributes",
                          "sqs:SendMessage")),
                  Keys.toReceive(consumer.deadLetterQueue()),
                  Keys.toSend(consumer.queue()))
              .flatMap(it -> it)
              .toList());
    }

    static Named of(String name, ParkingConsumer consumer) {
      return new Named(
          name,
          consumer,
          consumer.recordAccess(),
          Map.of(
              "_PARKING_QUEUE_URL", consumer.parkingQueue().getQueueUrl(),
              "_FUNCTION", consumer.live().getFunctionArn(),
              "_CONSUMER", consumer.consumerName(),
              "_RETENTION", consumer.recordRetention().toString()),
          Stream.concat(
                  Stream.of(
                      toEmpty(consumer.parkingQueue()),
                      Permission.of(consumer.live().getFunctionArn(), "lambda:InvokeFunction")),
                  Keys.toReceive(consumer.parkingQueue()))
              .toList());
    }

    private Map<String, String> variables() {
      String prefix = name.toUpperCase(Locale.ROOT).replace('-', '_');
      Map<String, String> variables = new TreeMap<>();
      told.forEach((ending, value) -> variables.put(prefix + ending, value));
      return variables;
    }

    private static Permission toEmpty(IQueue letters, String... more) {
      return Permission.of(
          letters.getQueueArn(),
          Stream.concat(
                  Stream.of(
                      "sqs:ChangeMessageVisibility",
                      "sqs:DeleteMessage",
                      "sqs:GetQueueAttributes",
                      "sqs:ReceiveMessage"),
                  Stream.of(more))
              .sorted()
              .toArray(String[]::new));
    }
  }
}
