package dev.effectivelyonce.benchmarks.subject;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import dev.effectivelyonce.sqs.JacksonJson;
import dev.effectivelyonce.sqs.JsonCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Powertools 2 with its batch handler and its functional API. Its classes have the names of those
 * of 1.x, so a loader of its own has them; all else is that of this class path.
 */
final class PowertoolsTwo implements Subject {
  /** The system property that names the folder of its jars. */
  private static final String FOLDER = "powertools2";

  private static final String SUBJECT =
      "dev.effectivelyonce.benchmarks.powertools2.FunctionalPowertools";

  /** As many as the documentation's example has. */
  private static final int THREADS = 50;

  /** How its messages run. */
  enum Mode {
    ONE_BY_ONE,
    POOL,
    VIRTUAL_THREADS
  }

  private final JsonCodec json = new JacksonJson();
  private final Effect effect;
  private final Optional<ExecutorService> executor;
  private final BiFunction<SQSEvent, Context, SQSBatchResponse> batches;

  PowertoolsTwo(Backing.Table table, Effect effect, Mode mode) {
    this.effect = effect;
    this.executor = executor(mode);
    this.batches = load(table, executor.map(it -> it), this::work);
  }

  /** Whether its jars are here. */
  static boolean isHere() {
    return !System.getProperty(FOLDER, "").isBlank();
  }

  private static Optional<ExecutorService> executor(Mode mode) {
    return switch (mode) {
      case ONE_BY_ONE -> Optional.empty();
      case POOL -> Optional.of(Executors.newFixedThreadPool(THREADS));
      case VIRTUAL_THREADS -> Optional.of(Executors.newVirtualThreadPerTaskExecutor());
    };
  }

  private Map.Entry<String, Supplier<Receipt>> work(SQSMessage message) {
    Order order = json.read(message.getBody(), Order.class);
    return Map.entry(order.orderId(), () -> effect.apply(order));
  }

  @SuppressWarnings("unchecked")
  private static BiFunction<SQSEvent, Context, SQSBatchResponse> load(
      Backing.Table table,
      Optional<Executor> executor,
      Function<SQSMessage, Map.Entry<String, Supplier<Receipt>>> work) {
    try {
      return (BiFunction<SQSEvent, Context, SQSBatchResponse>)
          Loader.LOADER
              .loadClass(SUBJECT)
              .getConstructor(
                  DynamoDbClient.class, String.class, Optional.class, Function.class, Class.class)
              .newInstance(table.client(), table.name(), executor, work, Receipt.class);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "Powertools 2 is not in %s: build it with -Ppowertools-2"
              .formatted(System.getProperty(FOLDER)),
          e);
    }
  }

  @Override
  public int handle(SQSEvent batch) {
    return batches.apply(batch, Invocation.context()).getBatchItemFailures().size();
  }

  @Override
  public long effects() {
    return effect.runs();
  }

  @Override
  public void close() {
    executor.ifPresent(ExecutorService::close);
  }

  /** Has Powertools' classes from its own jars, whatever this class path has. */
  private static final class Loader extends URLClassLoader {
    private static final Loader LOADER = new Loader(jars());
    private static final String OWN = "software.amazon.lambda.powertools.";

    private Loader(URL[] jars) {
      super(jars, PowertoolsTwo.class.getClassLoader());
    }

    private static URL[] jars() {
      try (Stream<Path> files = Files.list(Path.of(System.getProperty(FOLDER)))) {
        return files.map(Loader::url).toArray(URL[]::new);
      } catch (IOException e) {
        throw new UncheckedIOException("No folder of Powertools 2", e);
      }
    }

    private static URL url(Path file) {
      try {
        return file.toUri().toURL();
      } catch (MalformedURLException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(OWN)) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded == null ? findClass(name) : loaded;
      }
    }
  }
}
