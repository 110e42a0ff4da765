package dev.effectivelyonce.local.engines;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import dev.effectivelyonce.local.LocalRunnerException;
import dev.effectivelyonce.local.template.RabbitMqMapping;
import dev.effectivelyonce.local.template.StackTemplate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/**
 * A broker of RabbitMQ, which has to be installed (build/rabbitmq does it). It listens on free
 * loopback ports alone, and so does the port mapper of Erlang that it needs. Its data is in a
 * temporary folder, which goes when the engine is closed. It ends with the runner, even one that is
 * killed.
 */
public final class RabbitMqEngine implements AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";
  private static final Path SERVER = Path.of("/usr/lib/rabbitmq/bin/rabbitmq-server");
  private static final Path CONTROL = SERVER.resolveSibling("rabbitmqctl");

  private static final String REMEDY =
      "Or name a broker that has the queue, by -Dbroker=amqp://USER:PASSWORD@HOST:PORT";

  private static final String WRITE_TABLES = "[dets:sync(T) || T <- dets:all()].";

  /** A start takes seconds, and minutes on a machine that is busy with others' work. */
  private static final Duration GIVE_UP = Duration.ofMinutes(5);

  /** The limit of each queue, of which a template says nothing. */
  private static final int DELIVERY_LIMIT = 100;

  private static final Duration STEP = Duration.ofMillis(200);

  /**
   * Ends both servers when the standard input does, whose other end the runner holds. They are a
   * process group of their own, so that nothing else is killed.
   */
  private static final List<String> COMMAND =
      List.of(
          "setsid",
          "sh",
          "-c",
          "epmd -port \"$ERL_EPMD_PORT\" & \"$0\" & cat; kill -9 0",
          SERVER.toString());

  private final ServerFiles files;
  private final List<Integer> ports;
  private Process process;

  private RabbitMqEngine(ServerFiles files, List<Integer> ports) {
    this.files = files;
    this.ports = ports;
    this.process = launch(COMMAND);
  }

  /**
   * Starts an empty broker and returns when it answers.
   *
   * @throws LocalRunnerException if it is not installed or does not start
   */
  public static RabbitMqEngine start() {
    if (!Files.isExecutable(SERVER)) {
      throw new LocalRunnerException(
          "RabbitMQ is not installed: there is no %s. Run build/rabbitmq as root. %s"
              .formatted(SERVER, REMEDY));
    }
    // Of the broker, of its node, and of the port mapper.
    List<Integer> ports = ServerFiles.freePorts(3);
    String settings = "listeners.tcp.default = %s:%s\n".formatted(LOOPBACK, ports.getFirst());
    ServerFiles files = ServerFiles.create("RabbitMQ").withSettings(settings);
    return Engines.ready(
        new RabbitMqEngine(files, ports), RabbitMqEngine::awaitAnswer, RabbitMqEngine::close);
  }

  /**
   * Starts one with the queues that functions of the template read, and those of their dead
   * letters; none if there are no such functions.
   *
   * @throws LocalRunnerException if it is not installed, does not start, or refuses a queue
   */
  static Optional<RabbitMqEngine> neededBy(StackTemplate template) {
    return template.rabbitMq().isEmpty()
        ? Optional.empty()
        : Optional.of(
            Engines.ready(
                start(),
                engine -> template.rabbitMq().forEach(queue -> engine.declare(queue.mapping())),
                RabbitMqEngine::close));
  }

  /** Declares a queue as the construct asks for it. A new broker has the virtual host / alone. */
  private void declare(RabbitMqMapping mapping) {
    if (!mapping.virtualHost().equals("/")) {
      throw new LocalRunnerException(
          "The queue %s is in the virtual host %s, and the runner's broker has only /. %s"
              .formatted(mapping.queue(), mapping.virtualHost(), REMEDY));
    }
    try (Connection connection = connections().newConnection()) {
      declare(connection.createChannel(), mapping.queue(), DELIVERY_LIMIT);
    } catch (IOException | TimeoutException e) {
      throw new LocalRunnerException("RabbitMQ refused the queue " + mapping.queue(), e);
    }
  }

  /** Declares a quorum queue with a delivery limit, and the queue of its dead letters. */
  public static void declare(Channel channel, String queue, int deliveryLimit) throws IOException {
    String dead = deadLettersOf(queue);
    channel.queueDeclare(dead, true, false, false, Map.of());
    channel.queueDeclare(
        queue,
        true,
        false,
        false,
        Map.of(
            "x-queue-type",
            "quorum",
            "x-delivery-limit",
            deliveryLimit,
            "x-dead-letter-exchange",
            "",
            "x-dead-letter-routing-key",
            dead));
  }

  /** Returns the queue of the dead letters of a queue. */
  public static String deadLettersOf(String queue) {
    return queue + ".dead";
  }

  /** Returns where it is and how to log in. */
  public ConnectionFactory connections() {
    return address().connections();
  }

  BrokerAddress address() {
    return BrokerAddress.of("amqp://%s:%s".formatted(LOOPBACK, ports.getFirst()));
  }

  /** Kills the broker's process, and returns when it has ended. */
  public void kill() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    process.onExit().join();
  }

  /**
   * Starts a killed broker again, at the same address and with the data that it had written.
   *
   * @throws LocalRunnerException if it does not start
   */
  public void restart() {
    kill();
    process = launch(COMMAND);
    awaitAnswer();
  }

  /**
   * Returns when the broker has written which quorum queues there are. It does so a little after it
   * has confirmed a declaration: killed before, it comes back with the queue and without messages.
   *
   * @throws LocalRunnerException if it does not
   */
  public void writeQueues() {
    Process control = launch(List.of(CONTROL.toString(), "eval", WRITE_TABLES));
    control.onExit().join();
    if (control.exitValue() != 0) {
      throw files.failed("can't be controlled");
    }
  }

  @Override
  public void close() {
    kill();
    files.delete();
  }

  private Process launch(List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command);
    Map<String, String> environment = builder.environment();
    environment.put("HOME", files.folder().toString());
    environment.put("RABBITMQ_NODENAME", "broker-%s@localhost".formatted(ports.getFirst()));
    environment.put("RABBITMQ_CONF_ENV_FILE", "/dev/null");
    environment.put("RABBITMQ_CONFIG_FILE", files.settings().toString());
    environment.put("RABBITMQ_MNESIA_BASE", files.data().toString());
    environment.put("RABBITMQ_LOG_BASE", files.folder().resolve("log").toString());
    environment.put("RABBITMQ_ENABLED_PLUGINS_FILE", files.folder().resolve("plugins").toString());
    environment.put("RABBITMQ_DIST_PORT", ports.get(1).toString());
    environment.put("ERL_EPMD_PORT", ports.get(2).toString());
    environment.put("ERL_EPMD_ADDRESS", LOOPBACK);
    environment.put(
        "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS", "-kernel inet_dist_use_interface {127,0,0,1}");
    return files.launch(builder);
  }

  private void awaitAnswer() {
    long end = System.nanoTime() + GIVE_UP.toNanos();
    while (!isAnswering()) {
      if (System.nanoTime() > end || !process.isAlive()) {
        throw files.failed("does not answer");
      }
      pause();
    }
  }

  private boolean isAnswering() {
    try {
      connections().newConnection().close();
      return true;
    } catch (IOException | TimeoutException e) {
      return false;
    }
  }

  private static void pause() {
    try {
      Thread.sleep(STEP);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LocalRunnerException("Interrupted while RabbitMQ started", e);
    }
  }
}
