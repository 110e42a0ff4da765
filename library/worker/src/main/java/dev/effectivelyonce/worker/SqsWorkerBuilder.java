package dev.effectivelyonce.worker;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.EnvironmentVariables;
import dev.effectivelyonce.core.engine.Platform;
import dev.effectivelyonce.sqs.SqsConsumer;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Builds a worker. Required: {@link #queue}. Not thread-safe. */
public final class SqsWorkerBuilder {
  /** SQS answers an empty queue at once below it, and each answer is billed. */
  private static final Duration SHORTEST_POLL = Duration.ofSeconds(1);

  private static final Duration LONGEST_POLL = Duration.ofSeconds(20);

  private static final int HIGHEST_PORT = 65_535;

  private final SqsConsumer<?> consumer;
  private @Nullable String queueUrl;
  private @Nullable SqsClient sqs;
  private Platform platform = Platform.system();

  /** Clients that block in a monitor would hold a virtual thread's carrier for a long poll. */
  private ThreadFactory threads = Thread.ofPlatform().daemon().name("sqs-worker-", 0).factory();

  private int maxMessages = 100;
  private long maxBytes = 64L << 20;
  private int receivers = 1;
  private Duration longPoll = Duration.ofSeconds(10);
  private Duration grace = Duration.ofSeconds(25);
  private Optional<InetSocketAddress> health = Optional.empty();

  SqsWorkerBuilder(SqsConsumer<?> consumer) {
    this.consumer = consumer;
  }

  /**
   * Takes what the construct {@code IdempotentWorkerService} puts into a container's environment:
   * the {@link #queue}, the {@link #grace} and the port of the {@link #health} checks.
   *
   * @param environment {@code System.getenv()}
   * @throws ConfigurationException if the queue is missing, or a variable is malformed
   */
  public SqsWorkerBuilder fromEnvironment(Map<String, String> environment) {
    queue(EnvironmentVariables.required(environment, EnvironmentVariables.QUEUE_URL));
    EnvironmentVariables.duration(environment, EnvironmentVariables.GRACE, "PT25S")
        .ifPresent(this::grace);
    Optional.ofNullable(environment.get(EnvironmentVariables.HEALTH_PORT))
        .map(SqsWorkerBuilder::port)
        .ifPresent(port -> health(new InetSocketAddress(port)));
    return this;
  }

  private static int port(String value) {
    try {
      int port = Integer.parseInt(value);
      if (port > 0 && port <= HIGHEST_PORT) {
        return port;
      }
    } catch (NumberFormatException e) {
      // Reported below, with the remedy.
    }
    throw EnvironmentVariables.malformed(
        EnvironmentVariables.HEALTH_PORT, value, "Set a port from 1 to " + HIGHEST_PORT);
  }

  /** Sets the URL of the queue, such as the {@code QueueUrl} output of a stack. Required. */
  public SqsWorkerBuilder queue(String url) {
    this.queueUrl = url;
    return this;
  }

  /**
   * Sets the client. Its read timeout must be longer than {@link #longPoll}. Default: a client for
   * the Region and credentials of the environment, which the worker closes.
   */
  public SqsWorkerBuilder client(SqsClient client) {
    this.sqs = client;
    return this;
  }

  /**
   * Sets how many messages the process holds at most, those that are being handled or deleted. The
   * worker asks for no more until there is room. Default: 100.
   */
  public SqsWorkerBuilder maxMessages(int messages) {
    this.maxMessages = messages;
    return this;
  }

  /**
   * Sets how many bytes the bodies of these messages have at most. The receives that are under way,
   * each of up to ten messages, may exceed it. Default: 64 MiB.
   */
  public SqsWorkerBuilder maxBytes(long bytes) {
    this.maxBytes = bytes;
    return this;
  }

  /**
   * Sets how many requests for messages are under way at once. Each brings up to ten messages.
   * Default: 1, which is enough for some hundred messages a second.
   */
  public SqsWorkerBuilder receivers(int requests) {
    this.receivers = requests;
    return this;
  }

  /**
   * Sets how long SQS waits for a message before it answers without one, in whole seconds from 1 to
   * 20. A stop waits for this answer, so that no message gets lost in it until its visibility
   * timeout ends. Default: 10 s.
   */
  public SqsWorkerBuilder longPoll(Duration wait) {
    this.longPoll = wait;
    return this;
  }

  /**
   * Sets how long a stop waits for handlers that run. Set it a few seconds below the time that the
   * host gives a process, which is 30 seconds on ECS and Kubernetes by default. Default: 25 s.
   */
  public SqsWorkerBuilder grace(Duration longest) {
    this.grace = longest;
    return this;
  }

  /**
   * Answers {@code GET /live} and {@code GET /ready} at an address: 200 if so, 503 if not. Default:
   * none.
   */
  public SqsWorkerBuilder health(InetSocketAddress address) {
    this.health = Optional.of(address);
    return this;
  }

  /** Sets the sources of time, ids and randomness. Default: {@link Platform#system()}. */
  public SqsWorkerBuilder platform(Platform chosen) {
    this.platform = chosen;
    return this;
  }

  /**
   * Sets the factory of the threads that receive and delete: one for each receiver, and one that
   * deletes. Use daemon threads, so that they don't keep the JVM alive, and platform threads, since
   * a client that blocks in a monitor holds a virtual thread's carrier for a whole long poll.
   * Handlers always run on virtual threads. Default: daemon platform threads.
   */
  public SqsWorkerBuilder threads(ThreadFactory factory) {
    this.threads = factory;
    return this;
  }

  /**
   * Builds the worker, which asks for nothing until it is started.
   *
   * @throws ConfigurationException if the queue is missing or a setting is out of range
   */
  public SqsWorker build() {
    String url = queueUrl;
    if (url == null) {
      throw new ConfigurationException("The worker has no queue", "Set queue(url)");
    }
    atLeastOne("maxMessages", maxMessages);
    atLeastOne("maxBytes", maxBytes);
    atLeastOne("receivers", receivers);
    within("grace", grace, Duration.ZERO, Duration.ofHours(12));
    within("longPoll", longPoll, SHORTEST_POLL, LONGEST_POLL);
    SqsClient client = sqs;
    WorkerQueue queue =
        client == null
            ? new WorkerQueue(ownClient(), url, longPoll, SqsClient::close)
            : new WorkerQueue(client, url, longPoll, users -> {});
    return new SqsWorker(
        consumer,
        queue,
        new Room(maxMessages, maxBytes, platform.timers()),
        receivers,
        grace,
        health,
        platform,
        threads);
  }

  private static SqsClient ownClient() {
    return SqsClient.builder().httpClientBuilder(UrlConnectionHttpClient.builder()).build();
  }

  private static void within(String name, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new ConfigurationException(name + " is " + value, "Set " + least + " to " + most);
    }
  }

  private static void atLeastOne(String name, long value) {
    if (value < 1) {
      throw new ConfigurationException(name + " is " + value, "Set 1 or more");
    }
  }
}
