package dev.effectivelyonce.cli;

import dev.effectivelyonce.cli.options.Host;
import dev.effectivelyonce.operations.bench.LocalAws;
import dev.effectivelyonce.operations.bench.Orders;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** The consumer "orders", and commands that are run on it. */
final class Bench extends Orders {
  /** What a command left behind. */
  record Run(int exitCode, String out, String err) {}

  private final Map<String, String> environment = new HashMap<>();

  private Bench(Path directory, Clock clock) {
    super(directory, clock);
  }

  /** Commands that run a minute after {@link #NOW}. */
  static Bench at(Path directory) {
    return new Bench(directory, STILL);
  }

  /** Commands that run now: queues have their own clock. */
  static Bench live(Path directory) {
    return new Bench(directory, Clock.systemUTC());
  }

  /** Sets a variable of the host. */
  void variable(String name, String value) {
    environment.put(name, value);
  }

  /** A command line: the words of a line, and more words, which may have spaces in them. */
  static String[] words(String line, String... more) {
    return Stream.concat(Stream.of(line.split(" ")), Stream.of(more)).toArray(String[]::new);
  }

  /**
   * Runs a command against the engines, with nothing typed. Here and below the first of the
   * arguments may be a line of several words.
   */
  Run run(String... arguments) {
    return bare(
        Stream.concat(
                Stream.of(arguments),
                Stream.of(
                    "--endpoint=sqs=" + LocalAws.sqsEndpoint(),
                    "--endpoint=dynamodb=" + LocalAws.dynamoDbEndpoint()))
            .toArray(String[]::new));
  }

  /** Runs a command as it is, with nothing typed. */
  Run bare(String... arguments) {
    return typed(Reader.nullReader(), Ansi.OFF, inWords(arguments));
  }

  /** Runs a command as it is, with this typed. */
  Run typed(Reader typed, Ansi colours, String... words) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine commands =
        Main.commandLine(host(typed), words)
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .setColorScheme(CommandLine.Help.defaultColorScheme(colours));
    int exitCode = commands.execute(words);
    return new Run(exitCode, out.toString(), err.toString());
  }

  /** What a command runs on, with this typed. */
  Host host(Reader typed) {
    return new Host(platform(), directory(), environment, new BufferedReader(typed));
  }

  /** A process of its own with a command against the engines. */
  ProcessBuilder process(String... words) {
    return process(LocalAws.sqsEndpoint(), LocalAws.dynamoDbEndpoint(), words);
  }

  /** A process of its own with a command against what stands before the engines. */
  ProcessBuilder process(URI sqs, URI dynamoDb, String... words) {
    ProcessBuilder process = process(directory(), List.of(), inWords(words));
    process.command().add("--endpoint=sqs=" + sqs);
    process.command().add("--endpoint=dynamodb=" + dynamoDb);
    return process;
  }

  /** A process of its own with a command in this directory, and with options of its JVM. */
  static ProcessBuilder process(Path directory, List<String> options, String... words) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of(words));
    return new ProcessBuilder(command).directory(directory.toFile());
  }

  private static String[] inWords(String... arguments) {
    return arguments.length == 0
        ? arguments
        : words(arguments[0], Arrays.copyOfRange(arguments, 1, arguments.length));
  }
}
