package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awscdk.services.lambda.Function;
import software.constructs.Construct;

/** The settings that a builder has collected about a scheduled function on a database. */
abstract class RelationalDraft extends FunctionDraft {
  Optional<String> handler = Optional.empty();
  Optional<RelationalStore> store = Optional.empty();

  RelationalDraft(Construct scope, String id) {
    super(scope, id);
  }

  @Override
  Stream<List<String>> problems() {
    return Stream.of(
        MissingSettings.none()
            .and("code", code)
            .and("handler", handler)
            .and("relationalStore", store)
            .missing(),
        store.map(it -> it.problems(network)).orElse(List.of()));
  }

  @Override
  final Stream<String> handlers() {
    return handler.stream();
  }

  /**
   * Adds the function under its construct, with the variables and the right to log in.
   *
   * @param variables beside those of the database
   * @param rights beside the one to log in
   */
  final Function add(
      Construct owner,
      Duration every,
      Duration timeout,
      Map<String, String> variables,
      Stream<Permission> rights) {
    RelationalStore database = store.orElseThrow();
    Map<String, String> all = new LinkedHashMap<>(database.variables());
    all.putAll(variables);
    Function function =
        JavaFunction.scheduled(
            owner,
            settings(
                handler.orElseThrow(),
                timeout,
                all,
                Stream.concat(database.rights(scope), rights).distinct().toList()),
            every);
    database.admit(function);
    return function;
  }
}
