package dev.effectivelyonce.cli.options;

import dev.effectivelyonce.cli.aws.Clients;
import dev.effectivelyonce.cli.aws.QueueLookup;
import dev.effectivelyonce.cli.aws.StackOutputs;
import dev.effectivelyonce.cli.config.ConfigFile;
import dev.effectivelyonce.cli.config.ConsumerEntry;
import dev.effectivelyonce.cli.output.Output;
import dev.effectivelyonce.cli.problem.CommandException;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.RecordListing;
import dev.effectivelyonce.dynamodb.DynamoDbListing;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/** What one run of a command works with. */
public final class Session implements AutoCloseable {
  private final Host host;
  private final CommonOptions options;
  private final Output output;
  private final Clients clients;
  private final ConfigFile config;
  private final StackOutputs outputs;

  private Session(Host host, CommonOptions options, Output output, Clients clients) {
    this.host = host;
    this.options = options;
    this.output = output;
    this.clients = clients;
    this.config = ConfigFile.read(host.directory().resolve(options.config()));
    this.outputs = outputs();
  }

  /**
   * Opens it.
   *
   * @throws CommandException if configuration or outputs can't be read
   */
  public static Session open(Host host, CommonOptions options, CommandSpec command) {
    Output output =
        new Output(
            command.commandLine().getOut(), command.commandLine().getErr(), options.output());
    Clients clients = new Clients(options.connection(host), host.platform().clock());
    try {
      return new Session(host, options, output, clients);
    } catch (RuntimeException e) {
      clients.close();
      throw e;
    }
  }

  /** Returns where results go. */
  public Output output() {
    return output;
  }

  /** Clients of AWS. */
  public Clients clients() {
    return clients;
  }

  /** Queues. */
  public QueueLookup queues() {
    return new QueueLookup(clients.sqs());
  }

  /** The time of the services, and waiting. */
  public Platform platform() {
    Platform own = host.platform();
    return new Platform(clients.clock(), own.owners(), own.random(), own.pause(), own.timers());
  }

  /** The time of the services: the operator's machine may be off. */
  public Instant now() {
    return clients.clock().instant();
  }

  /** Every consumer of the configuration, or the one that is named. */
  public List<ConsumerEntry> consumers(Optional<String> name) {
    return name.map(it -> List.of(consumer(it)))
        .orElseGet(() -> config.consumers().stream().map(entry -> consumer(entry.name())).toList());
  }

  /**
   * The consumer of a name, with its queue and table as they are called where they are.
   *
   * @throws CommandException if there is none
   */
  public ConsumerEntry consumer(String name) {
    ConsumerEntry entry = config.consumer(name);
    return new ConsumerEntry(
        entry.name(),
        entry.queue().map(outputs::resolve),
        outputs.resolve(entry.table()),
        entry.key(),
        entry.fingerprint(),
        entry.retention(),
        entry.listing());
  }

  /** The store of a consumer. */
  public IdempotencyStore store(ConsumerEntry consumer) {
    return new DynamoDbStore(clients.dynamoDb(), consumer.table(), consumer.listing());
  }

  /** The listing of a consumer. */
  public RecordListing listing(ConsumerEntry consumer) {
    return new DynamoDbListing(clients.dynamoDb(), consumer.table());
  }

  /** The file that a path of the command line means. */
  public Path file(Path path) {
    return host.directory().resolve(path);
  }

  /** A line that the user can type to go on from here. */
  public String command(String... words) {
    return Stream.concat(Stream.of(words), options.again().stream())
        .map(Session::quoted)
        .collect(Collectors.joining(" ", "effectively-once ", ""));
  }

  @Override
  public void close() {
    clients.close();
  }

  private StackOutputs outputs() {
    Optional<String> stack = options.stack(host);
    Optional<Path> file = options.outputs(host);
    if (file.isPresent()) {
      return StackOutputs.read(host.directory().resolve(file.get()), stack);
    }
    return stack
        .map(name -> StackOutputs.of(clients.cloudFormation(), name))
        .orElseGet(StackOutputs::none);
  }

  /** Puts a word in quotes if a shell would read more than a word in it. */
  private static String quoted(String word) {
    return word.matches("[A-Za-z0-9_./:=,@%+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
