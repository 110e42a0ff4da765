package dev.effectivelyonce.local.template;

import com.fasterxml.jackson.databind.JsonNode;

/** What Ref and Fn::GetAtt answer for each resource, as a deployment would. */
final class PhysicalIds {
  private final StackEnvironment environment;
  private final JsonNode template;
  private final Intrinsics intrinsics;

  PhysicalIds(StackEnvironment environment, JsonNode template) {
    this.environment = environment;
    this.template = template;
    this.intrinsics = new Intrinsics(this);
  }

  String resolve(JsonNode value, Location where) {
    return intrinsics.text(value, where);
  }

  String ref(String name, Location where) {
    String pseudo = environment.pseudoParameters().get(name);
    if (pseudo != null) {
      return pseudo;
    }
    JsonNode parameter = template.path("Parameters").path(name).path("Default");
    return parameter.isMissingNode() ? refOfResource(name, where) : parameter.asText();
  }

  private String refOfResource(String logicalId, Location where) {
    return switch (type(logicalId, where)) {
      case "AWS::SQS::Queue" -> environment.queueUrl(name(logicalId, "QueueName"));
      case "AWS::DynamoDB::Table", "AWS::DynamoDB::GlobalTable" -> name(logicalId, "TableName");
      case "AWS::Lambda::Function" -> name(logicalId, "FunctionName");
      case "AWS::Lambda::Alias" -> functionArn(logicalId) + ":" + property(logicalId, "Name");
      case "AWS::Lambda::Version" -> functionArn(logicalId) + ":1";
      case "AWS::MSK::Cluster", "AWS::MSK::ServerlessCluster" ->
          environment.arn("kafka", "cluster/" + name(logicalId, "ClusterName") + "/local");
      default -> environment.stackName() + "-" + logicalId;
    };
  }

  String attribute(String logicalId, String attribute, Location where) {
    String type = type(logicalId, where);
    return switch (type + " " + attribute) {
      case "AWS::SQS::Queue Arn" -> environment.arn("sqs", name(logicalId, "QueueName"));
      case "AWS::SQS::Queue QueueName" -> name(logicalId, "QueueName");
      case "AWS::SQS::Queue QueueUrl" -> environment.queueUrl(name(logicalId, "QueueName"));
      case "AWS::DynamoDB::Table Arn", "AWS::DynamoDB::GlobalTable Arn" ->
          environment.arn("dynamodb", "table/" + name(logicalId, "TableName"));
      case "AWS::DynamoDB::Table StreamArn" ->
          environment.arn("dynamodb", "table/" + name(logicalId, "TableName") + "/stream/local");
      case "AWS::Kinesis::Stream Arn" ->
          environment.arn("kinesis", "stream/" + name(logicalId, "Name"));
      case "AWS::Lambda::Function Arn" ->
          environment.arn("lambda", "function:" + name(logicalId, "FunctionName"));
      case "AWS::Lambda::Url FunctionUrl" -> environment.functionUrl(logicalId);
      case "AWS::Lambda::Version Version" -> "1";
      default ->
          throw new TemplateException(
              where,
              "Fn::GetAtt of %s of %s (%s) is not known locally"
                  .formatted(attribute, logicalId, type));
    };
  }

  private String functionArn(String logicalId) {
    String function = property(logicalId, "FunctionName");
    return function.startsWith("arn:")
        ? function
        : environment.arn("lambda", "function:" + function);
  }

  private String name(String logicalId, String nameProperty) {
    if (!resource(logicalId).path("Properties").path(nameProperty).isMissingNode()) {
      return property(logicalId, nameProperty);
    }
    boolean fifo = resource(logicalId).path("Properties").path("FifoQueue").asBoolean();
    return environment.stackName() + "-" + logicalId + (fifo ? ".fifo" : "");
  }

  private String property(String logicalId, String property) {
    return resolve(
        resource(logicalId).path("Properties").path(property), new Location(logicalId, property));
  }

  private String type(String logicalId, Location where) {
    JsonNode type = resource(logicalId).path("Type");
    if (type.isMissingNode()) {
      throw new TemplateException(
          where, "refers to " + logicalId + ", which the template does not hold");
    }
    return type.asText();
  }

  private JsonNode resource(String logicalId) {
    return template.path("Resources").path(logicalId);
  }
}
