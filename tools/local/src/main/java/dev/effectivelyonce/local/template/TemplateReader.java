package dev.effectivelyonce.local.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.effectivelyonce.local.LocalRunnerException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads one stack out of a CDK output folder. */
public final class TemplateReader {
  private static final String REMEDY =
      "Synthesize the stack first: mvn package for the sample, npx cdk synth for one of yours. Name"
          + " its folder and itself by --template and --stack, or by -Dtemplate and -Dstack of"
          + " Maven.";

  /** Resources that the runner creates, or that are without an effect on what functions do here. */
  private static final Pattern FOLLOWED =
      Pattern.compile(
          "AWS::((SQS|SNS)::.*|DynamoDB::(Global)?Table|IAM::.*|Logs::.*|CloudWatch::.*|KMS::.*|EC2::.*"
              + "|CDK::Metadata|CodeDeploy::.*|Lambda::(Function|Version|Alias|Permission|Url"
              + "|EventInvokeConfig))");

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
    return assemble(
        environment, template, new PhysicalIds(environment, template), new Assets(folder, assets));
  }

  private static StackTemplate assemble(
      StackEnvironment environment, JsonNode template, PhysicalIds ids, Assets assets) {
    List<Resource> resources =
        template.path("Resources").properties().stream()
            .map(it -> new Resource(it.getKey(), it.getValue(), ids))
            .toList();
    Function<String, Stream<Resource>> ofType =
        type -> resources.stream().filter(it -> it.isA(type));
    var queues = ofType.apply("AWS::SQS::Queue").map(new QueueParser(environment)::parse).toList();
    SnsParser sns = SnsParser.of(resources, queues);
    var tables =
        Stream.of("AWS::DynamoDB::Table", "AWS::DynamoDB::GlobalTable")
            .flatMap(ofType)
            .map(TableParser::parse)
            .toList();
    var functions =
        ofType
            .apply("AWS::Lambda::Function")
            .map(new FunctionParser(environment, assets)::parse)
            .toList();
    FunctionLookup lookup = new FunctionLookup(functions);
    Map<Source, List<Resource>> mappings =
        ofType.apply("AWS::Lambda::EventSourceMapping").collect(Collectors.groupingBy(Source::of));
    return new StackTemplate(
        environment.stackName(),
        queues,
        sns.parse(),
        tables,
        functions,
        parsed(mappings, Source.SQS, new EventSourceParser(queues, lookup)::parse),
        parsed(mappings, Source.STREAM, new StreamParser(tables, lookup)::parse),
        parsed(mappings, Source.KAFKA, new KafkaParser(queues, lookup)::parse),
        parsed(mappings, Source.RABBIT_MQ, new RabbitMqParser(lookup)::parse),
        ofType
            .apply("AWS::Events::Rule")
            .filter(ScheduleParser::isSchedule)
            .map(new ScheduleParser(lookup)::parse)
            .toList(),
        ofType
            .apply("AWS::Lambda::Url")
            .map(it -> new UrlResource(it.logicalId(), lookup.named(it, "TargetFunctionArn")))
            .toList(),
        outputs(template, ids),
        Stream.concat(
                resources.stream()
                    .filter(TemplateReader::isPassedOver)
                    .map(it -> it.type() + " " + it.logicalId()),
                sns.passedOver())
            .sorted()
            .toList());
  }

  private static boolean isPassedOver(Resource resource) {
    return resource.isA("AWS::Lambda::EventSourceMapping")
        ? Source.of(resource) == Source.KINESIS
        : !FOLLOWED.matcher(resource.type()).matches() && !ScheduleParser.isSchedule(resource);
  }

  /** What a mapping reads. The runner has no Kinesis, and passes its mappings over. */
  private enum Source {
    SQS,
    STREAM,
    KAFKA,
    RABBIT_MQ,
    KINESIS;

    static Source of(Resource mapping) {
      if (KafkaParser.isKafka(mapping)) {
        return KAFKA;
      }
      if (RabbitMqParser.isRabbitMq(mapping)) {
        return RABBIT_MQ;
      }
      if (mapping.text("EventSourceArn").contains(":kinesis:")) {
        return KINESIS;
      }
      return StreamParser.isStream(mapping) ? STREAM : SQS;
    }
  }

  private static <T> List<T> parsed(
      Map<Source, List<Resource>> mappings, Source source, Function<Resource, T> parse) {
    return mappings.getOrDefault(source, List.of()).stream().map(parse).toList();
  }

  /** Returns the outputs that can be resolved; the others do not keep a stack from running here. */
  private static Map<String, String> outputs(JsonNode template, PhysicalIds ids) {
    Map<String, String> outputs = new LinkedHashMap<>();
    template
        .path("Outputs")
        .properties()
        .forEach(
            output -> {
              Location where = new Location("Outputs", output.getKey());
              try {
                outputs.put(output.getKey(), ids.resolve(output.getValue().path("Value"), where));
              } catch (TemplateException e) {
                // It refers to something that the runner does not create.
              }
            });
    return Map.copyOf(outputs);
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
