package dev.effectivelyonce.local.engines;

import dev.effectivelyonce.local.LocalRunnerException;
import dev.effectivelyonce.local.template.StackEnvironment;
import dev.effectivelyonce.local.template.StackTemplate;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import javax.sql.DataSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** The engines, and clients that speak to them. */
public final class Engines implements AutoCloseable {
  private final DynamoDbEngine dynamoDbEngine;
  private final SqsEngine sqsEngine;
  private final DynamoDbClient dynamoDb;
  private final SqsClient sqs;
  private Optional<PostgresEngine> postgres = Optional.empty();
  private Optional<KafkaEngine> kafka = Optional.empty();
  private Optional<RabbitMqEngine> rabbitMq = Optional.empty();

  private Engines(DynamoDbEngine dynamoDbEngine, SqsEngine sqsEngine, String region) {
    this.dynamoDbEngine = dynamoDbEngine;
    this.sqsEngine = sqsEngine;
    this.dynamoDb = LocalClients.dynamoDb(dynamoDbEngine.endpoint(), region);
    this.sqs = LocalClients.sqs(sqsEngine.endpoint(), region);
  }

  /**
   * Starts both, empty, each on a free loopback port.
   *
   * @throws dev.effectivelyonce.local.LocalRunnerException if one does not start
   */
  public static Engines start(String region) {
    var sqs =
        CompletableFuture.supplyAsync(
            () -> SqsEngine.start(region, StackEnvironment.LOCAL_ACCOUNT));
    DynamoDbEngine dynamoDb = DynamoDbEngine.start();
    return new Engines(dynamoDb, sqs.join(), region);
  }

  /** Returns an engine that is ready; one that can't be made so is closed. */
  static <E> E ready(E engine, Consumer<E> preparation, Consumer<E> close) {
    try {
      preparation.accept(engine);
      return engine;
    } catch (RuntimeException e) {
      close.accept(engine);
      throw e;
    }
  }

  /**
   * Creates the template's tables and queues. Starts a PostgreSQL server if a function needs one,
   * and a Kafka cluster with the topics that functions read. Starts a broker of RabbitMQ with the
   * queues that they read, unless there is one.
   *
   * @param broker one that has the queues, if there is one
   * @return the template whose functions find their databases
   * @throws dev.effectivelyonce.local.LocalRunnerException if one of these does not start
   */
  public StackTemplate create(StackTemplate template, Optional<BrokerAddress> broker) {
    new TableCreation(dynamoDb).create(template.tables());
    new QueueCreation(sqs).create(template.queues());
    postgres = PostgresEngine.neededBy(template);
    kafka = KafkaEngine.neededBy(template);
    rabbitMq = broker.isPresent() ? Optional.empty() : RabbitMqEngine.neededBy(template);
    return postgres.map(engine -> engine.before(template)).orElse(template);
  }

  /**
   * Returns a database of a function, as its owner sees it.
   *
   * @throws dev.effectivelyonce.local.LocalRunnerException if no function needs PostgreSQL
   */
  public DataSource database(String name) {
    return postgres
        .orElseThrow(() -> new LocalRunnerException("No function of the stack needs PostgreSQL"))
        .source(name);
  }

  /** Returns the Kafka cluster; empty if no function of the stack reads a topic. */
  public Optional<KafkaEngine> kafka() {
    return kafka;
  }

  /** Returns the broker of RabbitMQ that was started; empty if none was. */
  public Optional<BrokerAddress> rabbitMq() {
    return rabbitMq.map(RabbitMqEngine::address);
  }

  /** Returns the addresses at which both answer. */
  public Endpoints endpoints() {
    return new Endpoints(dynamoDbEngine.endpoint(), sqsEngine.endpoint());
  }

  /** A client of the DynamoDB engine, closed with it. */
  public DynamoDbClient dynamoDb() {
    return dynamoDb;
  }

  /** A client of the SQS engine, closed with it. */
  public SqsClient sqs() {
    return sqs;
  }

  @Override
  public void close() {
    dynamoDb.close();
    sqs.close();
    sqsEngine.close();
    dynamoDbEngine.close();
    postgres.ifPresent(PostgresEngine::close);
    kafka.ifPresent(KafkaEngine::close);
    rabbitMq.ifPresent(RabbitMqEngine::close);
  }
}
