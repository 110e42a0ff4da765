package dev.effectivelyonce.operations;

import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.core.store.RecordListing;
import dev.effectivelyonce.dynamodb.DynamoDbListing;
import dev.effectivelyonce.dynamodb.DynamoDbStore;
import dev.effectivelyonce.operations.aws.Clients;
import dev.effectivelyonce.operations.aws.StackOutputs;
import dev.effectivelyonce.operations.config.ConfigFile;
import dev.effectivelyonce.operations.config.ConsumerEntry;
import dev.effectivelyonce.operations.deployed.QueueLookups;
import dev.effectivelyonce.operations.problem.OperationException;
import dev.effectivelyonce.operations.store.OpenStore;
import dev.effectivelyonce.operations.store.StoreUrl;
import dev.effectivelyonce.operations.trail.SignedStore;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What operations work with: the consumers, their stores and queues, and the time. Several threads
 * may use it at once.
 */
public final class OperatorContext implements AutoCloseable {
  private final Platform own;
  private final Clients clients;
  private final ConfigFile config;
  private final StackOutputs outputs;
  private final Optional<String> stack;
  private final Map<String, OpenStore> others = new ConcurrentHashMap<>();

  private OperatorContext(OperatorContextSettings settings, Platform own, Clients clients) {
    this.own = own;
    this.clients = clients;
    this.config = ConfigFile.read(settings.config());
    this.outputs = outputs(settings, clients);
    this.stack = settings.stack();
  }

  /**
   * Opens it.
   *
   * @param own time and waiting of this machine
   * @throws OperationException if configuration or outputs can't be read
   */
  public static OperatorContext open(OperatorContextSettings settings, Platform own) {
    Clients clients = new Clients(settings.connection(), own.clock());
    try {
      return new OperatorContext(settings, own, clients);
    } catch (RuntimeException e) {
      clients.close();
      throw e;
    }
  }

  private static StackOutputs outputs(OperatorContextSettings settings, Clients clients) {
    return settings
        .outputs()
        .map(file -> StackOutputs.read(file, settings.stack()))
        .or(() -> settings.stack().map(name -> StackOutputs.of(clients.cloudFormation(), name)))
        .orElseGet(StackOutputs::none);
  }

  /** Clients of AWS. */
  public Clients clients() {
    return clients;
  }

  /** Queues. */
  public QueueLookups queues() {
    return new QueueLookups(clients);
  }

  /** The time of the services, and waiting. */
  public Platform platform() {
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
   * @throws OperationException if there is none
   */
  public ConsumerEntry consumer(String name) {
    ConsumerEntry entry = config.consumer(name);
    return new ConsumerEntry(
        entry.name(),
        entry.queue().map(outputs::resolve),
        entry.function().map(outputs::resolve),
        outputs.resolve(entry.table()),
        entry.key(),
        entry.envelope(),
        entry.fingerprint(),
        entry.retention(),
        entry.listing(),
        entry.variables(),
        entry.host());
  }

  /** Returns the stack's name, where it is known. */
  public Optional<String> stack() {
    return stack;
  }

  /** Returns the table of the outbox, if there is one. */
  public Optional<String> outbox() {
    return config.outbox().map(outputs::resolve);
  }

  /** The store of a consumer. */
  public IdempotencyStore store(ConsumerEntry consumer) {
    return isElsewhere(consumer)
        ? other(consumer).store()
        : new DynamoDbStore(clients.dynamoDb(), consumer.table(), consumer.listing());
  }

  /** Returns whether the consumer's records are in another store than DynamoDB. */
  public static boolean isElsewhere(ConsumerEntry consumer) {
    return StoreUrl.isOne(consumer.table());
  }

  /** The store of a consumer whose records are not in DynamoDB; opened once. */
  public OpenStore other(ConsumerEntry consumer) {
    return others.computeIfAbsent(
        consumer.listing() + " " + consumer.table(),
        ignored -> OpenStore.of(StoreUrl.of(consumer.table()), consumer.listing()));
  }

  /** The store of a consumer in which what is decided leaves a trail: who, when, and why. */
  public IdempotencyStore signed(ConsumerEntry consumer, Optional<String> reason) {
    return new SignedStore(store(consumer), () -> clients.caller().name(), reason, platform());
  }

  /** The listing of a consumer. */
  public RecordListing listing(ConsumerEntry consumer) {
    return isElsewhere(consumer)
        ? other(consumer).listing()
        : new DynamoDbListing(clients.dynamoDb(), consumer.table());
  }

  @Override
  public void close() {
    clients.close();
    others.values().forEach(OpenStore::close);
  }
}
