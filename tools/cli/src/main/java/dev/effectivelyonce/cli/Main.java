package dev.effectivelyonce.cli;

import dev.effectivelyonce.cli.check.CheckCommand;
import dev.effectivelyonce.cli.console.ConsoleCommand;
import dev.effectivelyonce.cli.deadletters.DeadLettersCommand;
import dev.effectivelyonce.cli.doctor.DoctorCommand;
import dev.effectivelyonce.cli.options.CommonOptions;
import dev.effectivelyonce.cli.options.Host;
import dev.effectivelyonce.cli.options.Hosted;
import dev.effectivelyonce.cli.output.Output;
import dev.effectivelyonce.cli.problem.ExitCode;
import dev.effectivelyonce.cli.problem.Problems;
import dev.effectivelyonce.cli.record.AcknowledgeCommand;
import dev.effectivelyonce.cli.record.EraseCommand;
import dev.effectivelyonce.cli.record.ForgetCommand;
import dev.effectivelyonce.cli.record.InspectCommand;
import dev.effectivelyonce.cli.record.SettleCommand;
import dev.effectivelyonce.cli.replay.ReplayCommand;
import dev.effectivelyonce.cli.status.StatusCommand;
import dev.effectivelyonce.core.engine.Platform;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The entry point of the command line. */
@Command(
    name = "effectively-once",
    mixinStandardHelpOptions = true,
    version = "effectively-once 0.1.0-SNAPSHOT",
    description = "Looks at what consumers have done, and settles what is doubtful.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done; nothing to complain about",
      "1:a problem was found, or the request was refused or not confirmed",
      "2:wrong usage, or a configuration or template that can't be used",
      "3:AWS could not be reached or used, or a right is missing",
      "4:a defect of this program",
      "5:a replay stopped by itself, because what it sent came straight back",
      "130:interrupted by Ctrl-C outside of a run that reports; 129: by SIGHUP, 143: by SIGTERM"
    },
    footer = {"", "Examples: docs/operator.md; configuration, rights: docs/operator-reference.md"})
public record Main(Host host) implements Hosted {

  /** Runs a command and ends with its exit code. */
  public static void main(String[] arguments) {
    Host host =
        new Host(
            Platform.system(),
            Path.of("").toAbsolutePath(),
            System.getenv(),
            new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset())));
    // The JDK keeps five connections by default, and a pass makes eighty calls at once.
    System.setProperty("http.maxConnections", "100");
    // The console's server: who sends half a request does not hold it for ever.
    System.setProperty("sun.net.httpserver.maxReqTime", "10");
    System.setProperty("jdk.httpserver.maxConnections", "64");
    host.ending().exit(commandLine(host, arguments).execute(arguments));
  }

  private static Map<String, Supplier<Object>> commands() {
    Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
    commands.put("inspect", InspectCommand::new);
    commands.put("settle", SettleCommand::new);
    commands.put("erase", EraseCommand::new);
    commands.put("acknowledge", AcknowledgeCommand::new);
    commands.put("forget", ForgetCommand::new);
    commands.put("dead-letters", DeadLettersCommand::new);
    commands.put("replay", ReplayCommand::new);
    commands.put("doctor", DoctorCommand::new);
    commands.put("check", CheckCommand::new);
    commands.put("status", StatusCommand::new);
    commands.put("console", ConsoleCommand::new);
    commands.put("help", HelpCommand::new);
    return commands;
  }

  /** The commands on a host. If one is named it is alone: to read the options of all is slow. */
  static CommandLine commandLine(Host host, String... arguments) {
    CommandLine line = new CommandLine(new Main(host));
    Map<String, Supplier<Object>> all = commands();
    Optional<String> named =
        Stream.of(arguments).findFirst().filter(it -> !it.equals("help")).filter(all::containsKey);
    named
        .map(name -> Stream.of(all.get(name)))
        .orElseGet(() -> all.values().stream())
        .forEach(command -> line.addSubcommand(command.get()));
    // A business key may begin with @, and a file's words are no arguments.
    return line.setExpandAtFiles(false)
        .setParameterExceptionHandler(Main::refuse)
        .setExecutionExceptionHandler(Main::explain);
  }

  /** Reports wrong usage in a line. A command without any arguments prints the usage instead. */
  private static int refuse(ParameterException problem, String[] arguments) {
    CommandLine command = problem.getCommandLine();
    PrintWriter errors = command.getErr();
    errors.println(
        Output.visible(
            String.valueOf(problem.getMessage()).lines().findFirst().orElse("Wrong usage")));
    UnmatchedArgumentException.printSuggestions(problem, errors);
    if (arguments.length == 0) {
      command.usage(errors);
    } else {
      errors.println("See: " + command.getCommandSpec().qualifiedName() + " --help");
    }
    errors.flush();
    return ExitCode.USAGE;
  }

  private static int explain(Exception problem, CommandLine command, ParseResult parsed) {
    PrintWriter errors = command.getErr();
    if (isVerbose(command)) {
      StringWriter trace = new StringWriter();
      problem.printStackTrace(new PrintWriter(trace));
      errors.print(Output.visible(trace.toString()));
    } else {
      errors.println(Output.visible(Problems.text(problem)));
    }
    errors.flush();
    return Problems.exitCode(problem);
  }

  private static boolean isVerbose(CommandLine command) {
    return command.getCommandSpec().mixins().values().stream()
        .anyMatch(mixin -> mixin.userObject() instanceof CommonOptions it && it.isVerbose());
  }
}
