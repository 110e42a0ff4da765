package dev.effectivelyonce.local.template;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Resolves the intrinsic functions that CDK emits, as a deployment would. */
record PhysicalIds(StackEnvironment environment, JsonNode template) {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{(!?)([^}]+)}");

  /**
   * The text that CloudFormation would put there.
   *
   * @throws TemplateException if the value is missing, is a list, or calls a function that is not
   *     known here
   */
  String resolve(JsonNode value, Location where) {
    if (value.isValueNode() && !value.isNull()) {
      return value.asText();
    }
    if (!value.isObject() || value.size() != 1) {
      throw new TemplateException(where, "is not a text or one intrinsic function: " + value);
    }
    Map.Entry<String, JsonNode> call = value.properties().iterator().next();
    return call(call.getKey(), call.getValue(), where);
  }

  private String call(String function, JsonNode argument, Location where) {
    return switch (function) {
      case "Ref" -> ref(argument.asText(), where);
      case "Fn::GetAtt" -> attribute(argument, where);
      case "Fn::Join" -> join(argument, where);
      case "Fn::Sub" -> substitute(argument, where);
      default ->
          throw new TemplateException(
              where,
              function
                  + " is not known here; the runner knows Ref, Fn::GetAtt, Fn::Join and Fn::Sub");
    };
  }

  private String attribute(JsonNode argument, Location where) {
    List<String> parts =
        argument.isArray()
            ? List.of(argument.path(0).asText(), argument.path(1).asText())
            : List.of(argument.asText().split("\\.", 2));
    if (parts.size() != 2) {
      throw new TemplateException(where, "Fn::GetAtt names no attribute: " + argument);
    }
    return attribute(parts.get(0), parts.get(1), where);
  }

  private String join(JsonNode argument, Location where) {
    return argument
        .path(1)
        .valueStream()
        .map(part -> resolve(part, where))
        .collect(Collectors.joining(argument.path(0).asText()));
  }

  private String substitute(JsonNode argument, Location where) {
    String pattern = argument.isArray() ? argument.path(0).asText() : argument.asText();
    JsonNode variables = argument.path(1);
    return PLACEHOLDER
        .matcher(pattern)
        .replaceAll(
            match ->
                Matcher.quoteReplacement(
                    placeholder(match.group(1), match.group(2), variables, where)));
  }

  private String placeholder(String literal, String name, JsonNode variables, Location where) {
    if (!literal.isEmpty()) {
      return "${" + name + "}";
    }
    if (variables.has(name)) {
      return resolve(variables.path(name), where);
    }
    if (name.contains(".")) {
      String[] parts = name.split("\\.", 2);
      return attribute(parts[0], parts[1], where);
    }
    return ref(name, where);
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
      case "AWS::SNS::Topic" -> environment.arn("sns", name(logicalId, "TopicName"));
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
      case "AWS::SNS::Topic TopicArn" -> environment.arn("sns", name(logicalId, "TopicName"));
      case "AWS::SNS::Topic TopicName" -> name(logicalId, "TopicName");
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
    JsonNode properties = resource(logicalId).path("Properties");
    if (properties.has(nameProperty)) {
      return property(logicalId, nameProperty);
    }
    boolean fifo =
        properties.path("FifoQueue").asBoolean() || properties.path("FifoTopic").asBoolean();
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
