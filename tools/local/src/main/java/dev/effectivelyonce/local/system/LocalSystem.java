package dev.effectivelyonce.local.system;

import dev.effectivelyonce.local.LocalRunnerException;
import dev.effectivelyonce.local.engines.BrokerAddress;
import dev.effectivelyonce.local.engines.Endpoints;
import dev.effectivelyonce.local.engines.Engines;
import dev.effectivelyonce.local.engines.KafkaEngine;
import dev.effectivelyonce.local.engines.LocalClients;
import dev.effectivelyonce.local.eventsource.EventSource;
import dev.effectivelyonce.local.eventsource.InvocationListener;
import dev.effectivelyonce.local.eventsource.Schedule;
import dev.effectivelyonce.local.eventsource.SqsEventSource;
import dev.effectivelyonce.local.eventsource.StreamEventSource;
import dev.effectivelyonce.local.eventsource.kafka.KafkaEventSource;
import dev.effectivelyonce.local.eventsource.rabbitmq.RabbitMqEventSource;
import dev.effectivelyonce.local.lambda.EnvironmentPool;
import dev.effectivelyonce.local.lambda.FrozenInvocation;
import dev.effectivelyonce.local.lambda.InvocationResult;
import dev.effectivelyonce.local.lambda.Platform;
import dev.effectivelyonce.local.sns.SnsEndpoint;
import dev.effectivelyonce.local.template.CalledFunction;
import dev.effectivelyonce.local.template.EventSourceResource;
import dev.effectivelyonce.local.template.FunctionResource;
import dev.effectivelyonce.local.template.KafkaResource;
import dev.effectivelyonce.local.template.StackTemplate;
import dev.effectivelyonce.local.template.StreamResource;
import dev.effectivelyonce.local.template.TemplateReader;
import dev.effectivelyonce.local.template.Trigger;
import dev.effectivelyonce.local.template.UrlResource;
import dev.effectivelyonce.local.url.FunctionUrls;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** A synthesized stack, running on this machine until it is closed. */
public final class LocalSystem implements AutoCloseable {
  private final LocalSettings settings;
  private final Engines engines;
  private final Endpoints seen;
  private final SqsClient seenSqs;
  private final Platform platform;
  private final DynamoDbStreamsClient streams;
  private final StackTemplate template;
  private final FunctionUrls urls;
  private final SnsEndpoint sns;
  private final Map<String, EnvironmentPool> functions = new LinkedHashMap<>();
  private final List<EventSource> eventSources = new CopyOnWriteArrayList<>();
  private final AtomicBoolean closed = new AtomicBoolean();

  private LocalSystem(
      LocalSettings settings, Engines engines, FunctionUrls urls, StackTemplate created) {
    this.settings = settings;
    this.engines = engines;
    this.sns = SnsEndpoint.open(settings.clock(), settings.ids());
    this.template = sns.before(created);
    this.urls = urls;
    this.seen = settings.wire().apply(engines.endpoints());
    this.seenSqs = LocalClients.sqs(seen.sqs(), settings.region());
    this.platform =
        new Platform(
            settings.clock(),
            settings.ids(),
            settings.region(),
            seen.dynamoDb(),
            seen.sqs(),
            settings.workFolder());
    this.streams = LocalClients.streams(engines.endpoints().dynamoDb(), settings.region());
    template.functions().forEach(function -> functions.put(function.name(), pool(function)));
    sns.serve(template.topics(), engines.sqs());
    urls.serve(
        template.urls().stream()
            .collect(
                Collectors.toMap(UrlResource::logicalId, url -> function(url.function().name()))));
  }

  /** Where a function URL of the template answers. */
  public URI address(UrlResource url) {
    return urls.root().resolve("/" + url.logicalId() + "/");
  }

  /**
   * Starts the engines and creates what the template describes; no message is taken from a queue
   * before {@link #startEventSources}. One after the other: of two DynamoDB Local that start at
   * once in a JVM, one refuses an operation now and then.
   *
   * @throws LocalRunnerException if the template or an asset is missing or wrong, or an engine does
   *     not start
   */
  public static synchronized LocalSystem start(LocalSettings settings) {
    TemplateReader reader = new TemplateReader(settings.templateFolder());
    Engines engines = Engines.start(settings.region());
    FunctionUrls urls = FunctionUrls.open(settings.clock(), settings.ids());
    try {
      StackTemplate template =
          settings
              .adjustment()
              .apply(
                  reader.read(
                      settings.stackName(),
                      settings.region(),
                      engines.endpoints().sqs(),
                      urls.root()));
      return new LocalSystem(settings, engines, urls, engines.create(template, settings.broker()));
    } catch (RuntimeException e) {
      urls.close();
      engines.close();
      throw e;
    }
  }

  /**
   * Starts the processes of all functions that a queue or a topic calls, so that the first messages
   * meet no cold start; any other function starts when it is invoked. Each may take 60 s.
   *
   * @throws LocalRunnerException if one of them does not start
   */
  public void warmUp() {
    warmed().forEach(EnvironmentPool::warmUp);
  }

  /**
   * The same on a machine that may be busy.
   *
   * @param longest how long each process may take
   */
  public void warmUp(Duration longest) {
    warmed().forEach(pool -> pool.warmUp(longest));
  }

  private Stream<EnvironmentPool> warmed() {
    return Stream.of(template.eventSources(), template.kafka(), template.rabbitMq())
        .flatMap(List::stream)
        .map(Trigger::function)
        .map(CalledFunction::name)
        .distinct()
        .map(this::function);
  }

  /** Lets every queue, stream, topic and schedule of the template call its function. */
  public void startEventSources(InvocationListener listener) {
    template.eventSources().forEach(source -> eventSources.add(start(source, listener)));
    template.streams().forEach(stream -> eventSources.add(start(stream)));
    template.kafka().forEach(topic -> eventSources.add(start(topic)));
    template
        .rabbitMq()
        .forEach(
            queue ->
                eventSources.add(
                    RabbitMqEventSource.start(
                        queue.mapping(),
                        broker().orElseThrow().connections(),
                        function(queue.function().name()))));
    template
        .schedules()
        .forEach(rule -> eventSources.add(Schedule.start(rule, function(rule.function().name()))));
  }

  /** Takes no further message; running invocations get a short while to end. */
  public void stopEventSources() {
    eventSources.parallelStream().forEach(EventSource::close);
    eventSources.clear();
  }

  /**
   * Invokes a function once with a JSON event and waits for its end.
   *
   * @param functionName the physical name, as in {@link StackTemplate#functions}
   */
  public InvocationResult invoke(String functionName, String event) {
    return function(functionName).invoke(event);
  }

  /** Ends the processes of all functions, whatever they do, and waits until they are gone. */
  public void endProcesses() {
    functions.values().forEach(EnvironmentPool::endProcesses);
  }

  /** The processes of a function. */
  public EnvironmentPool function(String functionName) {
    EnvironmentPool pool = functions.get(functionName);
    if (pool == null) {
      throw new LocalRunnerException(
          "No function " + functionName + "; the stack has " + functions.keySet());
    }
    return pool;
  }

  /** The invocations of all functions that were stopped half way. */
  public List<FrozenInvocation> frozen() {
    return functions.values().stream().flatMap(pool -> pool.frozen().stream()).toList();
  }

  /** The template, every value resolved. */
  public StackTemplate template() {
    return template;
  }

  /** The value of one of the stack's outputs. */
  public String output(String name) {
    return template.output(name);
  }

  /** The region that everything pretends to be in. */
  public String region() {
    return settings.region();
  }

  /** Returns where code is unpacked and logs are written. */
  public Path workFolder() {
    return settings.workFolder();
  }

  /** A client of the local DynamoDB, closed with the system. */
  public DynamoDbClient dynamoDb() {
    return engines.dynamoDb();
  }

  /** A client of the local SQS, closed with the system. */
  public SqsClient sqs() {
    return engines.sqs();
  }

  /** A client that reaches SQS as event sources do, through whatever stands before it. */
  public SqsClient seenSqs() {
    return seenSqs;
  }

  /**
   * Returns a database of a function, as its owner sees it. Each connection is a new one.
   *
   * @throws LocalRunnerException if no function needs PostgreSQL
   */
  public DataSource database(String name) {
    return engines.database(name);
  }

  /** Returns the Kafka cluster; empty if no function of the stack reads a topic. */
  public Optional<KafkaEngine> kafka() {
    return engines.kafka();
  }

  /** Returns the broker of RabbitMQ; empty if no function of the stack reads one. */
  public Optional<BrokerAddress> broker() {
    return template.rabbitMq().isEmpty()
        ? Optional.empty()
        : settings.broker().or(engines::rabbitMq);
  }

  /** Returns where DynamoDB answers. */
  public URI dynamoDbEndpoint() {
    return engines.endpoints().dynamoDb();
  }

  /** Returns where SQS answers. */
  public URI sqsEndpoint() {
    return engines.endpoints().sqs();
  }

  /** Returns where SNS answers. */
  public URI snsEndpoint() {
    return sns.root();
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      urls.close();
      sns.close();
      stopEventSources();
      functions.values().forEach(EnvironmentPool::close);
      seenSqs.close();
      streams.close();
      engines.close();
    }
  }

  private EnvironmentPool pool(FunctionResource function) {
    return new EnvironmentPool(
        platform,
        function,
        template.invokedArn(function),
        settings.processesPerFunction(),
        settings.timeoutPolicy());
  }

  private EventSource start(StreamResource stream) {
    return StreamEventSource.start(
        streams, stream, function(stream.function().name()), settings.region());
  }

  private EventSource start(KafkaResource topic) {
    int limit = settings.processesPerFunction();
    return KafkaEventSource.start(
        topic.mapping(),
        engines.kafka().orElseThrow().bootstrapServers(),
        seenSqs,
        function(topic.function().name()),
        settings.clock(),
        Math.min(limit, topic.mostPollers().orElse(limit)));
  }

  private EventSource start(EventSourceResource source, InvocationListener listener) {
    int limit = settings.processesPerFunction();
    int concurrency = Math.min(limit, source.maximumConcurrency().orElse(limit));
    return SqsEventSource.start(
        seenSqs,
        source,
        function(source.function().name()),
        listener,
        settings.clock(),
        settings.region(),
        concurrency);
  }
}
