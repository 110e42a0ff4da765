package dev.effectivelyonce.cli.options;

import dev.effectivelyonce.cli.output.Output;
import dev.effectivelyonce.cli.output.Screen;
import dev.effectivelyonce.operations.OperatorContext;
import dev.effectivelyonce.operations.problem.OperationException;
import java.nio.file.Path;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/**
 * What one run of a command works with.
 *
 * @param context what it does its work with
 * @param output where results go
 * @param host its surroundings
 * @param options those that it was started with
 */
public record Session(OperatorContext context, Output output, Host host, CommonOptions options)
    implements AutoCloseable {
  private static final String COLUMNS = "EFFECTIVELY_ONCE_COLUMNS";

  /**
   * Opens it.
   *
   * @throws OperationException if configuration or outputs can't be read
   */
  public static Session open(Host host, CommonOptions options, CommandSpec command) {
    Output output =
        new Output(
            command.commandLine().getOut(),
            command.commandLine().getErr(),
            options.output(),
            screen(host, command));
    OperatorContext context = OperatorContext.open(options.settings(host), host.platform());
    return new Session(context, output, host, options);
  }

  /**
   * Returns what results are shown on. The start script says how wide a terminal is; picocli knows
   * whether there is one.
   */
  public static Screen screen(Host host, CommandSpec command) {
    int columns =
        host.variable(COLUMNS)
            .filter(it -> it.matches("[1-9][0-9]{0,4}"))
            .map(Integer::valueOf)
            .orElse(Integer.MAX_VALUE);
    return new Screen(columns, command.commandLine().getColorScheme().ansi().enabled());
  }

  /** Runs something that holds letters: it ends in order when a signal ends the process. */
  public <T> T running(Supplier<T> run) {
    return host.ending().running(output, run);
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
    context.close();
  }

  /** Puts a word in quotes if a shell would read more than a word in it. */
  private static String quoted(String word) {
    return word.matches("[A-Za-z0-9_./:=,@%+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
