package dev.effectivelyonce.cli.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.effectivelyonce.cli.options.Session;
import dev.effectivelyonce.cli.options.SessionCommand;
import dev.effectivelyonce.cli.output.Document;
import dev.effectivelyonce.cli.problem.ExitCode;
import dev.effectivelyonce.operations.problem.OperationException;
import java.security.SecureRandom;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Serves the console until it is ended. Changes nothing, unless it is started to act. */
@Command(
    name = "console",
    mixinStandardHelpOptions = true,
    header = "Shows status, dead letters and records in a browser.%n",
    description = {
      "Serves pages on 127.0.0.1 until Ctrl-C, and prints their address. It has a token, and can"
          + " be",
      "opened once, by one browser. Changes nothing: each page shows the command that shows the",
      "same, and dead letters are received, hidden while they are read and given back.",
      "With --write the pages also replay and discard dead letters, and settle, acknowledge and",
      "erase records: each after a preview, a reason and a word that you type."
    },
    footer = {"", "Example: effectively-once console --stack EffectivelyOnce-prod"})
public final class ConsoleCommand extends SessionCommand {
  private static final int LAST_PORT = 65_535;
  private static final int UNNAMED_PORT = 80;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "The port of 127.0.0.1. Default: a free one.")
  private int port;

  @Option(
      names = "--write",
      description = "Also act from the pages. Without it they change nothing.")
  private boolean write;

  /** What is printed at the start. */
  private record Opened(String address) implements Document {
    @Override
    public String text() {
      return """
      The console is at this address, until you press Ctrl-C:
        %s
      It opens once, in one browser on this machine. Don't pass it on.
      """
          .formatted(address);
    }

    @Override
    public JsonNode json() {
      return JsonNodeFactory.instance.objectNode().put("address", address);
    }
  }

  @Override
  protected void checkUsage() {
    if (port < 0 || port > LAST_PORT) {
      throw OperationException.usage(
          "There is no port " + port, "Give 1 to 65535, or leave out --port");
    }
    if (port == UNNAMED_PORT) {
      throw OperationException.usage(
          "Browsers leave port 80 out of the address, by which the console knows its own requests",
          "Give another --port, or leave it out");
    }
  }

  @Override
  protected int run(Session session) {
    Access access = write ? Access.WRITE : Access.LOOK;
    SecureRandom random = new SecureRandom();
    Pages pages = new Pages(session, access, random);
    try (ConsoleServer server = ConsoleServer.start(port, access, pages, random)) {
      return session.running(
          () -> {
            session.output().result(new Opened(server.address()));
            server.serve();
            return ExitCode.DONE;
          });
    }
  }
}
