package dev.effectivelyonce.cdk;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awscdk.Token;
import software.amazon.awscdk.services.ec2.ISecurityGroup;
import software.amazon.awscdk.services.lambda.Function;
import software.constructs.Construct;

/** A server that keeps records in place of a DynamoDB table. */
abstract sealed class RecordServer permits RelationalStore, RedisEndpoint {
  /** The setting of a builder that names it. */
  final String setting;

  /** What functions are told in place of a table's name. */
  final String table;

  RecordServer(String setting, String table) {
    this.setting = setting;
    this.table = table;
  }

  /** Returns what tells this place of records from others. */
  abstract String identity();

  /** Returns what is wrong with it; empty if nothing is. */
  abstract List<String> problems(Optional<Network> network);

  /** Returns the variables of a function. */
  abstract Map<String, String> variables();

  /** Returns the rights to its one login. */
  abstract Stream<Permission> rights(Construct scope);

  /** Opens the port to a function, where that was asked for, and returns who has the rules. */
  abstract List<ISecurityGroup> admit(Function function);

  static boolean isToken(String value) {
    return Boolean.TRUE.equals(Token.isUnresolved(value));
  }
}
