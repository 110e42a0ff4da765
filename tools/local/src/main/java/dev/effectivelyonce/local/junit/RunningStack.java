package dev.effectivelyonce.local.junit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.effectivelyonce.local.LocalRunnerException;
import dev.effectivelyonce.local.eventsource.InvocationListener;
import dev.effectivelyonce.local.lambda.EnvironmentPool;
import dev.effectivelyonce.local.lambda.InvocationResult;
import dev.effectivelyonce.local.system.LocalSettings;
import dev.effectivelyonce.local.system.LocalSystem;
import dev.effectivelyonce.local.template.FunctionResource;
import dev.effectivelyonce.local.template.QueueResource;
import dev.effectivelyonce.local.template.TableResource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * A stack that runs for tests. Its methods take a resource's logical id in the template, with or
 * without the eight characters that the CDK appends to it. If the stack has no such resource, they
 * throw a {@link LocalRunnerException}, which lists those it has.
 */
public final class RunningStack {
  private static final Logger LOGGER = LoggerFactory.getLogger(RunningStack.class);

  private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

  private static final Duration STEP = Duration.ofMillis(50);

  private final LocalSystem system;
  private final Clock clock;

  private RunningStack(LocalSystem system, Clock clock) {
    this.system = system;
    this.clock = clock;
  }

  static RunningStack start(String template, String stackName) {
    Path folder = Path.of(template).toAbsolutePath().normalize();
    Clock clock = Clock.systemUTC();
    LocalSettings settings = LocalSettings.of(folder, workFolder(), clock, UUID::randomUUID);
    LocalSystem system = LocalSystem.start(settings.withStackName(stackName));
    RunningStack running = new RunningStack(system, clock);
    try {
      system.warmUp();
      system.startEventSources(InvocationListener.NONE);
    } catch (RuntimeException e) {
      running.stop();
      throw e;
    }
    for (String resource : system.template().passedOver()) {
      LOGGER.warn("{}: not run here: {}", stackName, resource);
    }
    return running;
  }

  private static Path workFolder() {
    try {
      return Files.createTempDirectory("effectively-once-local-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Stops everything and leaves only the functions' logs. */
  void stop() {
    system.close();
    Path work = system.workFolder();
    try (Stream<Path> files = Files.walk(work).sorted(Comparator.reverseOrder())) {
      for (Path file : files.filter(it -> !it.equals(work)).toList()) {
        if (!file.startsWith(work.resolve("logs"))) {
          Files.delete(file);
        }
      }
    } catch (IOException e) {
      LOGGER.warn("Can't clear {}", work, e);
    }
  }

  /**
   * Returns the whole system, for what this class lacks: endpoints, Kafka, PostgreSQL, function
   * URLs. It is shared by all tests: don't close it.
   */
  public LocalSystem system() {
    return system;
  }

  /** Returns a client of the stack's queues. */
  public SqsClient sqs() {
    return system.sqs();
  }

  /** Returns a client of the stack's tables. */
  public DynamoDbClient dynamoDb() {
    return system.dynamoDb();
  }

  /** Returns the value of an output of the stack. */
  public String output(String name) {
    return system.output(name);
  }

  /** Returns the URL of a queue. */
  public String queueUrl(String logicalId) {
    return find("queue", logicalId, system.template().queues(), QueueResource::logicalId).url();
  }

  /** Returns the name of a table. */
  public String tableName(String logicalId) {
    return find("table", logicalId, system.template().tables(), TableResource::logicalId).name();
  }

  /** Invokes a function once with a JSON event and waits for its end. */
  public InvocationResult invoke(String logicalId, String event) {
    return processes(logicalId).invoke(event);
  }

  /** Returns what a function has logged until now. */
  public String log(String logicalId) {
    Path file = processes(logicalId).log();
    try {
      return Files.exists(file) ? new String(Files.readAllBytes(file), UTF_8) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Waits until a condition holds, and looks every 50 ms.
   *
   * @param what what the test waits for
   * @throws AssertionError if it doesn't hold within a minute; the message says what, and has the
   *     end of each function's log
   */
  public void await(String what, BooleanSupplier holds) {
    await(what, LONGEST_WAIT, holds);
  }

  void await(String what, Duration longest, BooleanSupplier holds) {
    Instant end = clock.instant().plus(longest);
    while (!holds.getAsBoolean()) {
      if (clock.instant().isAfter(end)) {
        throw new AssertionError("Not within %s: %s.%s".formatted(longest, what, logs()));
      }
      pause();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(STEP);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("The wait was interrupted", e);
    }
  }

  private String logs() {
    return system.template().functions().stream()
        .map(it -> "\n%s: %s".formatted(it.name(), system.function(it.name()).endOfTheLog()))
        .collect(Collectors.joining());
  }

  private EnvironmentPool processes(String logicalId) {
    List<FunctionResource> all = system.template().functions();
    return system.function(find("function", logicalId, all, FunctionResource::logicalId).name());
  }

  private static <R> R find(String kind, String wanted, List<R> all, Function<R, String> id) {
    Pattern pattern = Pattern.compile(Pattern.quote(wanted) + "([0-9A-F]{8})?");
    return all.stream()
        .filter(it -> pattern.matcher(id.apply(it)).matches())
        .findFirst()
        .orElseThrow(
            () ->
                new LocalRunnerException(
                    "The stack has no %s %s; it has %s"
                        .formatted(kind, wanted, all.stream().map(id).sorted().toList())));
  }
}
