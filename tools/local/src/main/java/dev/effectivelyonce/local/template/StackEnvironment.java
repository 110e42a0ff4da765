package dev.effectivelyonce.local.template;

import java.net.URI;
import java.util.Map;

/**
 * What a deployment would know and a template does not say: names, region, and where queues and
 * functions answer.
 */
public record StackEnvironment(
    String stackName, String accountId, String region, URI queueEndpoint, URI functionUrls) {
  /** The account that local engines use by convention. */
  public static final String LOCAL_ACCOUNT = "000000000000";

  Map<String, String> pseudoParameters() {
    return Map.of(
        "AWS::AccountId", accountId,
        "AWS::Region", region,
        "AWS::Partition", "aws",
        "AWS::StackName", stackName,
        "AWS::URLSuffix", "amazonaws.com");
  }

  String arn(String service, String resource) {
    return "arn:aws:%s:%s:%s:%s".formatted(service, region, accountId, resource);
  }

  String functionUrl(String logicalId) {
    return "%s/%s/".formatted(functionUrls, logicalId);
  }

  String queueUrl(String name) {
    return "%s/%s/%s".formatted(queueEndpoint, accountId, name);
  }
}
