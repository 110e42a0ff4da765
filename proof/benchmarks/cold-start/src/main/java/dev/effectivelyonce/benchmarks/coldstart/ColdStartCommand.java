package dev.effectivelyonce.benchmarks.coldstart;

import dev.effectivelyonce.local.engines.Engines;
import dev.effectivelyonce.local.lambda.Platform;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures, prints, and keeps the tables. */
@Command(
    name = "cold-start",
    mixinStandardHelpOptions = true,
    description =
        "Measures from process start to the first answer of packaged functions, at the CPU share"
            + " that Lambda gives each memory size. Needs Linux and root, for control groups.")
final class ColdStartCommand implements Callable<Integer> {
  private static final String REGION = "us-east-1";

  @Option(names = "--root", description = "The project's folder. Default: the current folder.")
  private Path root = Path.of("");

  @Option(names = "--starts", description = "Starts per function and size. Default: 10.")
  private int starts = 10;

  @Option(names = "--messages", description = "Messages in the batch. Default: 10.")
  private int messages = 10;

  @Option(names = "--memory", split = ",", description = "In MB. Default: 512,1024,1769.")
  private List<Integer> memory = List.of(512, 1024, 1769);

  @Option(
      names = "--initialization",
      description =
          "${COMPLETION-CANDIDATES}. SNAP_START measures what is left to do after a snapshot of the"
              + " started process is restored. Default: ON_DEMAND.")
  private Initialization initialization = Initialization.ON_DEMAND;

  @Option(names = "--jvm", description = "More JVM options, for every function.")
  private String jvm = "";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    Path folder = root.toAbsolutePath().resolve("proof/benchmarks/cold-start/target/run");
    try (Engines engines = Engines.start(REGION)) {
      Platform platform =
          new Platform(
              Clock.systemUTC(),
              UUID::randomUUID,
              REGION,
              engines.endpoints().dynamoDb(),
              engines.endpoints().sqs(),
              folder);
      Measurement measurement =
          new Measurement(platform, new Tables(engines.dynamoDb()), out, starts, messages);
      List<MemorySize> sizes = memory.stream().map(MemorySize::new).toList();
      List<Variant> variants = Variant.of(root.toAbsolutePath(), initialization, jvm);
      Report report = new Report(initialization, measurement.run(sizes, variants), messages);
      String name = "cold-start-" + initialization.value();
      Path file = Files.writeString(folder.resolve(name + ".md"), report.text());
      out.printf(Locale.ROOT, "%n%s%nKept in %s%n", report.text(), file);
      out.flush();
    }
    return 0;
  }
}
