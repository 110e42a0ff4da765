package dev.effectivelyonce.cdk;

import dev.effectivelyonce.core.EnvironmentVariables;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.constructs.Construct;

/** The settings that a builder of a watch has collected, and those derived from them. */
final class UnsettledDraft extends FunctionDraft {
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  final List<Watched> watched = new ArrayList<>();
  Optional<String> handler = Optional.empty();
  Duration ringsAfter = Duration.ofHours(1);

  /** A consumer or an API, and the records that its own role may touch. */
  record Watched(NamedConsumer consumer, RecordAccess access) {
    String name() {
      return consumer.consumerName();
    }
  }

  UnsettledDraft(Construct scope, String id) {
    super(scope, id);
  }

  List<String> names() {
    return watched.stream().map(Watched::name).toList();
  }

  @Override
  Stream<List<String>> problems() {
    return Stream.of(
        MissingSettings.none().and("code", code).and("handler", handler).missing(),
        watchedProblems(),
        ageProblems());
  }

  @Override
  Stream<String> handlers() {
    return handler.stream();
  }

  FunctionSettings functionSettings() {
    return settings(handler.orElseThrow(), TIMEOUT, variables(), rights());
  }

  private Map<String, String> variables() {
    return Map.of(
        EnvironmentVariables.TABLE,
        table().getTableName(),
        EnvironmentVariables.CONSUMERS,
        String.join(",", names()));
  }

  private List<Permission> rights() {
    String index = table().getTableArn() + "/index/" + IdempotencyTable.LISTING_INDEX;
    return Stream.concat(
            Stream.of(onRecords(), Permission.of(index, "dynamodb:Query")), Keys.toUse(table()))
        .toList();
  }

  /** Returns rights on its consumers' records alone if each consumer has them on its own alone. */
  private Permission onRecords() {
    Permission whole = Permission.of(table().getTableArn(), "dynamodb:GetItem");
    return watched.stream().allMatch(it -> it.access() == RecordAccess.OWN_RECORDS)
        ? whole.onRecordsOf(names())
        : whole;
  }

  private ITable table() {
    return watched.getFirst().consumer().table().orElseThrow();
  }

  private List<String> watchedProblems() {
    if (watched.isEmpty()) {
      return List.of("consumer, function or api is missing. Name at least one before build().");
    }
    List<String> relational =
        watched.stream()
            .filter(it -> it.consumer().table().isEmpty())
            .map(
                it ->
                    ("consumer '%s' keeps its records in %s, which this watch does not read. Leave"
                            + " it out, and look by 'effectively-once inspect --list open'.")
                        .formatted(it.name(), NamedConsumer.serverOf(it.consumer())))
            .toList();
    if (!relational.isEmpty()) {
      return relational;
    }
    Stream<String> repeated =
        names().stream()
            .distinct()
            .filter(name -> names().indexOf(name) != names().lastIndexOf(name))
            .map("consumer '%s' is given twice. Name each once."::formatted);
    String table = table().getTableArn();
    Stream<String> elsewhere =
        watched.stream()
            .filter(it -> !it.consumer().recordPlace().equals(table))
            .map(
                it ->
                    "consumer '%s' keeps its records in another table. Make it a watch of its own."
                        .formatted(it.name()));
    return Stream.of(repeated, elsewhere, TableRules.listingProblems(table()).stream())
        .flatMap(it -> it)
        .toList();
  }

  private List<String> ageProblems() {
    return ringsAfter.compareTo(UnsettledWatch.EVERY) < 0
        ? List.of(
            "ringsAfter is %s: the watch looks every %s. Set that or more."
                .formatted(Durations.text(ringsAfter), Durations.text(UnsettledWatch.EVERY)))
        : List.of();
  }
}
