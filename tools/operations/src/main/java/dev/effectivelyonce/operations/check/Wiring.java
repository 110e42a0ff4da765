package dev.effectivelyonce.operations.check;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.core.retry.Backoff;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Finds the consumers of a template: what reads which source, with which function and table. */
final class Wiring {
  private static final String QUEUE = "AWS::SQS::Queue";
  private static final String FUNCTION = "AWS::Lambda::Function";
  private static final String ALIAS = "AWS::Lambda::Alias";
  private static final String VERSION = "AWS::Lambda::Version";
  private static final String MAPPING = "AWS::Lambda::EventSourceMapping";
  private static final String TABLE = "AWS::DynamoDB::Table";
  private static final String GLOBAL_TABLE = "AWS::DynamoDB::GlobalTable";
  private static final String STREAM = "AWS::Kinesis::Stream";
  private static final String STREAM_CONSUMER = "AWS::Kinesis::StreamConsumer";
  private static final String RECOVERY =
      "PointInTimeRecoverySpecification/PointInTimeRecoveryEnabled";
  private static final int MOST_HOPS = 5;

  // What SQS and Lambda have where a template says nothing.
  private static final long VISIBILITY_SECONDS = 30;
  private static final long RETENTION_SECONDS = 345_600;
  private static final long TIMEOUT_SECONDS = 3;
  private static final long BATCH_OF_QUEUES = 10;
  private static final long BATCH_OF_STREAMS = 100;

  private final Template template;
  private final Rights rights;
  private final Alarms alarms;
  private final Map<String, List<Resource>> readers;

  Wiring(Template template, JsonNode lists) {
    this.template = template;
    this.rights = new Rights(template, lists);
    this.alarms = new Alarms(template, lists);
    this.readers =
        template
            .of(MAPPING)
            .flatMap(
                mapping ->
                    template.find(mapping.file(), mapping.at("EventSourceArn"), QUEUE).stream()
                        .map(queue -> Map.entry(queue.key(), mapping)))
            .collect(
                Collectors.groupingBy(
                    Map.Entry::getKey,
                    Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
  }

  List<Subject> subjects() {
    return Stream.of(
            template.of(MAPPING).flatMap(it -> mapping(it).stream()),
            template
                .of(QUEUE)
                .filter(it -> !it.at("RedrivePolicy").isMissingNode())
                .map(this::queue),
            template
                .of(FUNCTION)
                .filter(it -> !variable(it, EnvironmentVariables.CONSUMER).isMissingNode())
                .map(this::function))
        .flatMap(it -> it)
        .toList();
  }

  private Optional<Subject> mapping(Resource mapping) {
    JsonNode arn = mapping.at("EventSourceArn");
    return source(mapping, arn)
        .map(
            kind -> {
              Subject subject = new Subject("mapping", mapping);
              subject.put("source", kind);
              boolean isQueue = kind.equals("sqs");
              subject.number(
                  "mapping.batchSize",
                  mapping.at("BatchSize"),
                  isQueue ? BATCH_OF_QUEUES : BATCH_OF_STREAMS);
              subject.number(
                  "mapping.windowSeconds", mapping.at("MaximumBatchingWindowInSeconds"), 0);
              subject.number(
                  "mapping.maximumConcurrency", mapping.at("ScalingConfig/MaximumConcurrency"));
              subject.put(
                  "mapping.enabled",
                  mapping.at("Enabled").isNull()
                      ? NullNode.getInstance()
                      : BooleanNode.valueOf(!mapping.at("Enabled").asText().equals("false")));
              subject.put(
                  "mapping.reportsFailures",
                  holds(mapping.at("FunctionResponseTypes"), "ReportBatchItemFailures"));
              invoked(subject, mapping);
              if (isQueue) {
                Optional<Resource> queue = template.find(mapping.file(), arn, QUEUE);
                subject.part("queue", queue);
                queue.ifPresent(it -> readQueue(subject, it));
              } else {
                stream(subject, mapping, arn);
              }
              return subject;
            });
  }

  /** Kafka, Amazon MQ and DocumentDB have other rules. */
  private Optional<String> source(Resource mapping, JsonNode arn) {
    if (template.find(mapping.file(), arn, QUEUE).isPresent()) {
      return Optional.of("sqs");
    }
    if (template.find(mapping.file(), arn, STREAM, STREAM_CONSUMER).isPresent()) {
      return Optional.of("kinesis");
    }
    if (template.find(mapping.file(), arn, TABLE, GLOBAL_TABLE).isPresent()) {
      return Optional.of("dynamodb");
    }
    boolean isOpen = arn.isNull() || Reference.id(arn.asText()).isPresent();
    return Stream.of("sqs", "kinesis", "dynamodb")
        .filter(it -> arn.asText().contains(":" + it + ":"))
        .findFirst()
        .or(() -> isOpen && isOfNoOther(mapping) ? Optional.of("sqs") : Optional.empty());
  }

  private static boolean isOfNoOther(Resource mapping) {
    return Stream.of("StartingPosition", "Topics", "Queues", "SelfManagedEventSource")
        .allMatch(it -> mapping.at(it).isMissingNode());
  }

  private void invoked(Subject subject, Resource mapping) {
    Optional<Resource> function = Optional.empty();
    Resource here = mapping;
    for (int hop = 0; hop < MOST_HOPS && function.isEmpty(); hop++) {
      function = template.find(here.file(), here.at("FunctionName"), FUNCTION);
      here = between(here).orElse(here);
    }
    subject.part("function", function);
    function.ifPresent(
        it -> {
          subject.put("mapping.qualified", isQualified(mapping, it));
          function(subject, it);
        });
  }

  /** The alias or version, by reference: another function may have one of the same name. */
  private Optional<Resource> between(Resource caller) {
    JsonNode name = caller.at("FunctionName");
    return Reference.id(name.asText())
        .flatMap(it -> template.find(caller.file(), name, ALIAS, VERSION));
  }

  private JsonNode isQualified(Resource mapping, Resource function) {
    String text = mapping.at("FunctionName").asText().replace("::", "");
    if (between(mapping).isPresent()
        || text.matches(".*}:[^:]+|.*:function:[^:]+:[^:]+|[^:]+:[^:]+")) {
      return BooleanNode.TRUE;
    }
    return switch (Reference.attribute(text)) {
      case Reference.OPEN -> NullNode.getInstance();
      case "qualified_arn" -> function.at("publish");
      default -> BooleanNode.FALSE;
    };
  }

  private void function(Subject subject, Resource function) {
    subject.number("function.timeoutSeconds", function.at("Timeout"), TIMEOUT_SECONDS);
    subject.number("function.reservedConcurrency", function.at("ReservedConcurrentExecutions"));
    subject.put(
        "function.snapStart",
        function.at("SnapStart").isNull()
            ? NullNode.getInstance()
            : BooleanNode.valueOf(
                function.at("SnapStart/ApplyOn").asText().equals("PublishedVersions")));
    subject.put(
        "function.library",
        function.at("Environment/Variables").isNull()
            ? NullNode.getInstance()
            : BooleanNode.valueOf(
                !variable(function, EnvironmentVariables.CONSUMER).isMissingNode()));
    subject.number(
        "function.toldReceives", variable(function, EnvironmentVariables.MAX_RECEIVE_COUNT));
    seconds(
        subject,
        "function.recordRetentionSeconds",
        variable(function, EnvironmentVariables.RETENTION));
    seconds(
        subject,
        "function.statedOutageSeconds",
        variable(function, EnvironmentVariables.OUTAGE_TOLERANCE));
    rights.describe(subject, function);
    alarms.of(subject, "function", function);
  }

  private void readQueue(Subject subject, Resource queue) {
    subject.put("queue.readers", readers(queue));
    settings(subject, queue);
    Resource function = subject.resource("function");
    rights.of(subject, function, "queue", queue);
    alarms.of(subject, "queue", queue);
    if (!subject.fact("queue.maxReceiveCount").isMissingNode()) {
      subject.put("queue.survivedSeconds", survived(subject, function));
    }
  }

  /** How many mappings read it; unknown if that hangs on one that may be disabled or not made. */
  private Optional<Long> readers(Resource queue) {
    List<Resource> enabled =
        readers.getOrDefault(queue.key(), List.of()).stream()
            .filter(it -> !it.at("Enabled").asText().equals("false"))
            .toList();
    long certain =
        enabled.stream().filter(it -> !it.made().isNull() && !it.at("Enabled").isNull()).count();
    return Optional.of(certain).filter(it -> it > 1 || enabled.size() <= 1);
  }

  private Subject queue(Resource queue) {
    Subject subject = new Subject("queue", queue);
    settings(subject, queue);
    return subject;
  }

  private void settings(Subject subject, Resource queue) {
    subject.number("queue.visibilitySeconds", queue.at("VisibilityTimeout"), VISIBILITY_SECONDS);
    subject.number("queue.retentionSeconds", queue.at("MessageRetentionPeriod"), RETENTION_SECONDS);
    subject.put("queue.fifo", isFifo(queue));
    JsonNode redrive = parsed(queue.at("RedrivePolicy"));
    JsonNode arn = redrive.isNull() ? redrive : redrive.path("deadLetterTargetArn");
    subject.put(
        "queue.hasDeadLetters",
        redrive.isNull() ? redrive : BooleanNode.valueOf(!arn.isMissingNode()));
    if (arn.isMissingNode()) {
      return;
    }
    subject.number(
        "queue.maxReceiveCount", redrive.isNull() ? redrive : redrive.path("maxReceiveCount"));
    Optional<Resource> deadLetters = template.find(queue.file(), arn, QUEUE);
    subject.part("deadLetters", deadLetters);
    deadLetters.ifPresent(
        it -> {
          subject.number(
              "deadLetters.retentionSeconds", it.at("MessageRetentionPeriod"), RETENTION_SECONDS);
          subject.put("deadLetters.fifo", isFifo(it));
          subject.put("deadLetters.admits", admits(it, queue));
          alarms.of(subject, "deadLetters", it);
        });
  }

  private static JsonNode isFifo(Resource queue) {
    JsonNode fifo = queue.at("FifoQueue");
    return fifo.isNull()
        ? fifo
        : BooleanNode.valueOf(
            fifo.asText().equals("true") || queue.at("QueueName").asText().endsWith(".fifo"));
  }

  private JsonNode admits(Resource deadLetters, Resource source) {
    JsonNode policy = parsed(deadLetters.at("RedriveAllowPolicy"));
    if (policy.isNull()) {
      return policy;
    }
    return switch (policy.path("redrivePermission").asText("allowAll")) {
      case "denyAll" -> BooleanNode.FALSE;
      case "byQueue" -> {
        List<Optional<Resource>> found =
            list(policy.path("sourceQueueArns")).stream()
                .map(it -> template.find(deadLetters.file(), it, QUEUE))
                .toList();
        boolean isNamed = found.stream().anyMatch(it -> it.equals(Optional.of(source)));
        boolean isKnown = found.stream().allMatch(Optional::isPresent);
        yield isNamed || isKnown ? BooleanNode.valueOf(isNamed) : NullNode.getInstance();
      }
      default -> BooleanNode.TRUE;
    };
  }

  /** The outage that a message survives: the library waits by its backoff, Lambda by visibility. */
  private static Optional<Long> survived(Subject subject, Resource function) {
    JsonNode receives = subject.fact("queue.maxReceiveCount");
    JsonNode visibility = subject.fact("queue.visibilitySeconds");
    JsonNode isLibrary = subject.fact("function.library");
    if (!receives.isNumber() || !visibility.isNumber() || isLibrary.isNull()) {
      return Optional.empty();
    }
    int count = Math.clamp(receives.asLong(), 1, Backoff.MOST_RECEIVES);
    Duration hidden = Duration.ofSeconds(visibility.asLong());
    if (!isLibrary.asBoolean()) {
      return Optional.of(hidden.multipliedBy(count - 1).toSeconds());
    }
    return backoff(function).map(it -> it.within(hidden).survived(count).toSeconds());
  }

  private static Optional<Backoff> backoff(Resource function) {
    Backoff standard = Backoff.standard();
    JsonNode first = variable(function, EnvironmentVariables.BACKOFF_FIRST);
    JsonNode longest = variable(function, EnvironmentVariables.BACKOFF_LONGEST);
    try {
      return Optional.of(
          new Backoff(
              first.isMissingNode() ? standard.first() : Duration.parse(first.asText()),
              longest.isMissingNode() ? standard.longest() : Duration.parse(longest.asText())));
    } catch (DateTimeParseException | ConfigurationException e) {
      return Optional.empty();
    }
  }

  private void stream(Subject subject, Resource mapping, JsonNode arn) {
    JsonNode destination = mapping.at("DestinationConfig/OnFailure/Destination");
    subject.put(
        "mapping.hasDestination",
        destination.isNull() ? destination : BooleanNode.valueOf(!destination.isMissingNode()));
    subject.truth("mapping.bisects", mapping.at("BisectBatchOnFunctionError"));
    subject.number("mapping.tumblingSeconds", mapping.at("TumblingWindowInSeconds"), 0);
    subject.number("mapping.recordAgeSeconds", mapping.at("MaximumRecordAgeInSeconds"), -1);
    subject.number("mapping.retries", mapping.at("MaximumRetryAttempts"), -1);
    Optional<Resource> stream = template.find(mapping.file(), arn, TABLE, GLOBAL_TABLE, STREAM);
    stream.ifPresent(
        it ->
            rights.of(subject, subject.resource("function"), subject.fact("source").asText(), it));
  }

  private Subject function(Resource function) {
    Subject subject = new Subject("function", function);
    function(subject, function);
    JsonNode name = variable(function, EnvironmentVariables.TABLE);
    boolean isInDatabase = !variable(function, EnvironmentVariables.DATABASE_NAME).isMissingNode();
    if (!name.isMissingNode() && !isInDatabase) {
      Optional<Resource> table = template.find(function.file(), name, TABLE, GLOBAL_TABLE);
      subject.part("table", table);
      table.ifPresent(it -> table(subject, function, it));
    }
    JsonNode url = variable(function, EnvironmentVariables.DEAD_LETTER_QUEUE_URL);
    template
        .find(function.file(), url, QUEUE)
        .ifPresent(it -> rights.of(subject, function, "deadLetters", it));
    return subject;
  }

  private void table(Subject subject, Resource function, Resource table) {
    subject.put("table.key", key(table, table.at("KeySchema")));
    subject.put("table.expiry", expiry(table));
    subject.put(
        "table.listing",
        list(table.at("GlobalSecondaryIndexes")).stream()
            .filter(it -> Resource.at(it, "IndexName").asText("listing").equals("listing"))
            .map(it -> key(table, Resource.at(it, "KeySchema")))
            .findFirst()
            .orElse(TextNode.valueOf("")));
    List<JsonNode> recovers =
        Stream.concat(Stream.of(table.properties()), list(table.at("Replicas")).stream())
            .map(it -> Resource.at(it, RECOVERY))
            .map(it -> it.isNull() ? it : BooleanNode.valueOf(!it.asText().equals("true")))
            .toList();
    subject.put("table.recovers", Expression.not(Expression.all(recovers)));
    rights.of(subject, function, "table", table);
  }

  private static JsonNode expiry(Resource table) {
    JsonNode isEnabled = table.at("TimeToLiveSpecification/Enabled");
    if (isEnabled.isNull()) {
      return isEnabled;
    }
    JsonNode attribute = table.at("TimeToLiveSpecification/AttributeName");
    return isEnabled.asText().equals("true") && !attribute.isMissingNode()
        ? attribute
        : TextNode.valueOf("");
  }

  private static JsonNode key(Resource table, JsonNode schema) {
    List<JsonNode> names =
        list(schema).stream().map(it -> Resource.at(it, "AttributeName")).toList();
    JsonNode types = table.at("AttributeDefinitions");
    if (types.isNull() || names.stream().anyMatch(JsonNode::isNull)) {
      return NullNode.getInstance();
    }
    return TextNode.valueOf(
        names.stream()
            .map(it -> it.asText() + ":" + type(types, it))
            .collect(Collectors.joining(" ")));
  }

  private static String type(JsonNode types, JsonNode name) {
    return list(types).stream()
        .filter(it -> it.path("AttributeName").asText().equals(name.asText()))
        .map(it -> it.path("AttributeType").asText())
        .findFirst()
        .orElse("?");
  }

  static List<JsonNode> list(JsonNode node) {
    return node.isArray()
        ? StreamSupport.stream(node.spliterator(), false).toList()
        : node.isMissingNode() ? List.of() : List.of(node);
  }

  private static JsonNode holds(JsonNode list, String value) {
    return list.isNull()
        ? list
        : BooleanNode.valueOf(list(list).stream().anyMatch(it -> it.asText().equals(value)));
  }

  /** A variable; what the deployment fills in is null or a reference. */
  private static JsonNode variable(Resource function, String name) {
    JsonNode variables = function.at("Environment/Variables");
    return variables.isNull() ? variables : variables.path(name);
  }

  private static void seconds(Subject subject, String name, JsonNode value) {
    if (value.isMissingNode()) {
      return;
    }
    try {
      subject.put(name, Optional.of(Duration.parse(value.asText()).toSeconds()));
    } catch (DateTimeParseException e) {
      subject.put(name, NullNode.getInstance());
    }
  }

  /** A policy, which a template may have as text. */
  static JsonNode parsed(JsonNode policy) {
    if (!policy.isTextual()) {
      return policy;
    }
    try {
      return new ObjectMapper().readTree(policy.asText());
    } catch (JsonProcessingException e) {
      return NullNode.getInstance();
    }
  }

  static JsonNode missing() {
    return MissingNode.getInstance();
  }
}
