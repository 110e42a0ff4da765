package dev.effectivelyonce.cdk;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import software.amazon.awscdk.services.iam.PolicyDocument;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.secretsmanager.ISecret;
import software.amazon.awscdk.services.sqs.IQueue;

/** Exact actions on one resource, under conditions where there are some. */
record Permission(
    String resourceArn, List<String> actions, Map<String, Map<String, Object>> conditions) {
  private static final String LEADING_KEYS = "dynamodb:LeadingKeys";

  static Permission of(String resourceArn, String... actions) {
    return new Permission(resourceArn, List.copyOf(Arrays.asList(actions)), Map.of());
  }

  static Stream<Permission> toSend(IQueue queue) {
    return Stream.concat(Stream.of(of(queue.getQueueArn(), "sqs:SendMessage")), Keys.toSend(queue));
  }

  static Stream<Permission> toRead(ISecret secret) {
    return Stream.concat(
        Stream.of(of(secret.getSecretArn(), "secretsmanager:GetSecretValue")), Keys.toRead(secret));
  }

  /** Returns the right to read a table's stream. */
  static Permission toReadStream(String streamArn) {
    return of(
        streamArn,
        "dynamodb:DescribeStream",
        "dynamodb:GetRecords",
        "dynamodb:GetShardIterator",
        "dynamodb:ListStreams");
  }

  /**
   * Returns these actions on the items of these consumers alone. A request that names no key is
   * refused: {@code ForAllValues} would hold for it.
   */
  Permission onRecordsOf(List<String> consumers) {
    return new Permission(
        resourceArn,
        actions,
        // Sorted, so that the same app makes the same template.
        new TreeMap<>(
            Map.of(
                "ForAllValues:StringLike",
                Map.of(LEADING_KEYS, consumers.stream().map(name -> name + "#*").toList()),
                "Null",
                Map.of(LEADING_KEYS, "false"))));
  }

  /** Returns them on these consumers' records alone, if each may touch nothing but its own. */
  Permission asNarrowAs(List<? extends RecordedConstruct<?>> consumers) {
    return consumers.stream().allMatch(it -> it.recordAccess() == RecordAccess.OWN_RECORDS)
        ? onRecordsOf(consumers.stream().map(RecordedConstruct::consumerName).toList())
        : this;
  }

  boolean isExact() {
    return !actions.isEmpty() && actions.stream().noneMatch(Permission::hasWildcard);
  }

  boolean isOnEverything() {
    return resourceArn.equals("*");
  }

  private static boolean hasWildcard(String action) {
    return action.contains("*") || action.contains("?");
  }

  static PolicyDocument document(List<Permission> permissions) {
    return PolicyDocument.Builder.create()
        .statements(permissions.stream().map(Permission::statement).toList())
        .build();
  }

  private PolicyStatement statement() {
    return PolicyStatement.Builder.create()
        .actions(actions)
        .resources(List.of(resourceArn))
        .conditions(conditions)
        .build();
  }
}
