package dev.effectivelyonce.simulation.guards;

import static dev.effectivelyonce.simulation.guards.Guard.simulated;

import java.util.List;
import java.util.stream.Stream;

/** The rules of groups and transactions as the store in DynamoDB sends them. */
final class DynamoDbGuards {
  private static final String DYNAMODB =
      "library/dynamodb/src/main/java/dev/effectivelyonce/dynamodb/";
  private static final String STATEMENTS = DYNAMODB + "StatementGroups.java";
  private static final String UNITS = DYNAMODB + "UnitGroups.java";
  private static final String UNIT = DYNAMODB + "UnitsOfWork.java";

  private DynamoDbGuards() {}

  static List<Guard> all() {
    return Stream.of(statements(), units()).flatMap(List::stream).toList();
  }

  private static List<Guard> statements() {
    return List.of(
        simulated(
            "statements: each write gets the answer to its own",
            "a lane runs on another's claim",
            STATEMENTS,
            "answers.answer(plan.get(i).index(), result(plan.get(i).write(), response));",
            "answers.answer(plan.get(i).index(), result(plan.get(i).write(),"
                + " responses.get(responses.size() - 1 - i)));"),
        simulated(
            "statements: one that failed is not written",
            "a handler runs without a claim",
            STATEMENTS,
            "if (response.error() == null) {",
            "if (response.error() == null || !isRefusal(response)) {"),
        simulated(
            "statements: what refused is read as it is, or not known",
            "a record that could not be read counts as none",
            STATEMENTS,
            "return found .filter(record -> refuses(record, write)) .map(record -> new"
                + " WriteResult.Refused(Optional.of(record)));",
            "return Optional.of(new WriteResult.Refused(found.filter(record -> refuses(record,"
                + " write))));"));
  }

  private static List<Guard> units() {
    return List.of(
        simulated(
            "units: those that nothing spoke against go again",
            "an event is deleted that never happened",
            UNITS,
            "again.add(member);",
            "member.answer(answers, Optional.of(member.planned().committed()));"),
        simulated(
            "units: each attempt gets the reasons of its own actions",
            "an event is answered by another's record",
            UNITS,
            "from = to;",
            ""),
        simulated(
            "units: another request has another token",
            "DynamoDB takes a commit for one that it has carried out",
            UNIT,
            "String request = attempts + \"#\" + actions.hashCode();",
            "String request = \"the same\";"));
  }
}
