package dev.effectivelyonce.cdk;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awscdk.services.lambda.Function;
import software.constructs.Construct;

/**
 * The settings of a scheduled function that uses a PostgreSQL database.
 *
 * @param <B> the builder that its methods return
 */
public abstract class RelationalFunctionBuilder<B extends RelationalFunctionBuilder<B>>
    extends FunctionBuilder<B> {
  private Optional<RelationalStore> store = Optional.empty();

  RelationalFunctionBuilder(Construct scope, String id) {
    super(scope, id);
  }

  /**
   * Sets the function's handler, as {@code package.Class::handleRequest}: a class of yours that
   * calls the library's {@code BacklogHandler} or {@code PostgresSweeper}. Required.
   */
  public B handler(String handler) {
    this.handler = Optional.of(handler);
    return self();
  }

  /**
   * Sets the database. Required. The login needs {@code SELECT, UPDATE, DELETE}: for an outbox on
   * {@code effectively_once_outbox}, and for a sweeper on the tables with records, trail entries
   * and observed commits.
   */
  public B relationalStore(RelationalStore store) {
    this.store = Optional.of(store);
    return self();
  }

  @Override
  Stream<List<String>> problems() {
    return Stream.of(
        new Problems()
            .missing("code", code)
            .missing("handler", handler)
            .missing("relationalStore", store)
            .all(),
        store.map(it -> it.problems(network)).orElse(List.of()));
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
