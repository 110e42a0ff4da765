package dev.effectivelyonce.local.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.effectivelyonce.local.LocalRunnerException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reads one stack out of a CDK output folder. */
public final class TemplateReader {
  private static final String REMEDY =
      "Synthesize the stack first: mvn package for the sample, npx cdk synth for one of yours. Name"
          + " its folder and itself by -Dtemplate and -Dstack.";

  private final ObjectMapper mapper = new ObjectMapper();
  private final Path folder;

  /** Reads from a CDK output folder (`cdk.out`). */
  public TemplateReader(Path folder) {
    this.folder = folder;
  }

  /**
   * Reads `STACK.template.json` and `STACK.assets.json`.
   *
   * @param queueEndpoint where the queues will answer, the start of every queue URL
   * @param functionUrls where the functions will answer, the start of every function URL
   * @throws LocalRunnerException if a file is missing or is not JSON
   * @throws TemplateException if a property that the runner needs is missing or cannot be resolved.
   *     An output that cannot be resolved is left out
   */
  public StackTemplate read(String stackName, String region, URI queueEndpoint, URI functionUrls) {
    StackEnvironment environment =
        new StackEnvironment(
            stackName, StackEnvironment.LOCAL_ACCOUNT, region, queueEndpoint, functionUrls);
    JsonNode template = json(folder.resolve(stackName + ".template.json"));
    JsonNode assets = json(folder.resolve(stackName + ".assets.json"));
    PhysicalIds ids = new PhysicalIds(environment, template);
    return assemble(environment, template, new Properties(ids), new Assets(folder, assets));
  }

  private static StackTemplate assemble(
      StackEnvironment environment, JsonNode template, Properties properties, Assets assets) {
    JsonNode resources = template.path("Resources");
    var queues =
        each(resources, new QueueParser(environment, properties)::parse, "AWS::SQS::Queue");
    var tables = tables(resources, properties);
    var functions =
        each(
            resources,
            new FunctionParser(environment, properties, assets)::parse,
            "AWS::Lambda::Function");
    FunctionLookup lookup = new FunctionLookup(properties, functions);
    StreamParser streams = new StreamParser(properties, tables, lookup);
    KafkaParser topics = new KafkaParser(properties, queues, lookup);
    RabbitMqParser brokers = new RabbitMqParser(properties, lookup);
    ScheduleParser schedules = new ScheduleParser(properties, lookup);
    EventSourceParser eventSources = new EventSourceParser(properties, queues, lookup);
    var mappings = each(resources, Function.identity(), "AWS::Lambda::EventSourceMapping");
    var ofTopics = mappings.stream().filter(topics::isKafka).toList();
    var arns = mappings.stream().filter(it -> !ofTopics.contains(it)).toList();
    var ofBrokers = arns.stream().filter(brokers::isRabbitMq).toList();
    var others =
        arns.stream()
            .filter(it -> !ofBrokers.contains(it) && !isOfKinesis(it, properties))
            .toList();
    var rules = each(resources, Function.identity(), "AWS::Events::Rule");
    var urls = each(resources, new UrlParser(properties, functions)::parse, "AWS::Lambda::Url");
    return new StackTemplate(
        environment.stackName(),
        queues,
        tables,
        functions,
        others.stream().filter(it -> !streams.isStream(it)).map(eventSources::parse).toList(),
        others.stream().filter(streams::isStream).map(streams::parse).toList(),
        ofTopics.stream().map(topics::parse).toList(),
        ofBrokers.stream().map(brokers::parse).toList(),
        rules.stream().filter(ScheduleParser::isSchedule).map(schedules::parse).toList(),
        urls,
        outputs(template, properties));
  }

  private static List<TableResource> tables(JsonNode resources, Properties properties) {
    return each(
        resources,
        new TableParser(properties)::parse,
        "AWS::DynamoDB::Table",
        "AWS::DynamoDB::GlobalTable");
  }

  /** Returns whether a mapping is of a Kinesis stream: the runner has none, and passes it over. */
  private static boolean isOfKinesis(Resource mapping, Properties properties) {
    return properties.text(mapping, "EventSourceArn").contains(":kinesis:");
  }

  private static <T> List<T> each(
      JsonNode resources, Function<Resource, T> parse, String... types) {
    List<T> parsed = new ArrayList<>();
    resources
        .properties()
        .forEach(
            entry -> {
              if (List.of(types).contains(entry.getValue().path("Type").asText())) {
                parsed.add(
                    parse.apply(new Resource(entry.getKey(), entry.getValue().path("Properties"))));
              }
            });
    return List.copyOf(parsed);
  }

  /** Returns the outputs that can be resolved; the others do not keep a stack from running here. */
  private static Map<String, String> outputs(JsonNode template, Properties properties) {
    Map<String, String> outputs = new LinkedHashMap<>();
    template
        .path("Outputs")
        .properties()
        .forEach(
            entry ->
                output(entry.getKey(), entry.getValue(), properties)
                    .ifPresent(value -> outputs.put(entry.getKey(), value)));
    return Map.copyOf(outputs);
  }

  private static Optional<String> output(String name, JsonNode output, Properties properties) {
    try {
      return Optional.of(properties.text(output.path("Value"), new Location("Outputs", name)));
    } catch (TemplateException e) {
      return Optional.empty();
    }
  }

  private JsonNode json(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new LocalRunnerException("No template at " + file + ". " + REMEDY);
    }
    try {
      return mapper.readTree(file.toFile());
    } catch (IOException e) {
      throw new LocalRunnerException("Cannot read " + file + " as JSON. " + REMEDY, e);
    }
  }
}
