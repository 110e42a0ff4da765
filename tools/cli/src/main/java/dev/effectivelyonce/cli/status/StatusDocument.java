package dev.effectivelyonce.cli.status;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.effectivelyonce.cli.output.Output;
import dev.effectivelyonce.cli.output.Screen;
import dev.effectivelyonce.cli.output.Screen.Mark;
import dev.effectivelyonce.cli.output.ScreenDocument;
import dev.effectivelyonce.operations.deployed.Measure;
import dev.effectivelyonce.operations.deployed.MetricLookups.RingingAlarm;
import dev.effectivelyonce.operations.status.ConsumerStatus;
import dev.effectivelyonce.operations.status.Gap;
import dev.effectivelyonce.operations.status.QueueStatus;
import dev.effectivelyonce.operations.status.Status;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The layout of how consumers are. */
record StatusDocument(Status status, Function<String[], String> command) implements ScreenDocument {
  @Override
  public String text(Screen screen) {
    return screen.marked(title(), Mark.HEADING)
        + "\n"
        + screen.table(StatusCells.NOW, status.consumers().stream().map(StatusCells::now).toList())
        + "\nIn the last five minutes\n"
        + screen.table(
            StatusCells.LATELY, status.consumers().stream().map(StatusCells::lately).toList())
        + Output.visible(
            status.consumers().stream().map(this::heldUp).collect(Collectors.joining()))
        + alarms(screen)
        + Output.visible(outbox())
        + gaps(screen);
  }

  @Override
  public ObjectNode json() {
    return status.json();
  }

  private String title() {
    return status.stack().orElse("Consumers") + " at " + status.at();
  }

  /** SQS tells no group: the records of those that are to run again tell what groups wait for. */
  private String heldUp(ConsumerStatus it) {
    String groups =
        it.measures()
            .map(them -> them.get(Measure.GROUPS_IN_FLIGHT))
            .map(" (%s groups have one in flight)"::formatted)
            .orElse("");
    String[] words = {"inspect", "--list=waiting", "--consumer=" + it.name()};
    return it.queue()
        .filter(QueueStatus::mayBeHeldUp)
        .map(
            queue ->
                ("\n"
                        + "%s: messages may wait behind one of their message group%s. SQS does not"
                        + " name the groups.\n"
                        + "The records show what waits for its next attempt, and why:\n"
                        + "  %s\n")
                    .formatted(it.name(), groups, command.apply(words)))
        .orElse("");
  }

  private String alarms(Screen screen) {
    return status
        .alarms()
        .map(
            them ->
                them.isEmpty()
                    ? "\nNo alarm rings.\n"
                    : "\nAlarms that ring:\n"
                        + them.stream().map(it -> alarm(screen, it)).collect(Collectors.joining()))
        .orElse("");
  }

  private static String alarm(Screen screen, RingingAlarm alarm) {
    return "  "
        + screen.marked(Output.oneLine(alarm.name()), Mark.BAD)
        + "  since %s\n    %s\n".formatted(alarm.since(), Output.oneLine(alarm.description()));
  }

  private String outbox() {
    return status
        .outbox()
        .map(
            it ->
                String.format(
                    Locale.ROOT,
                    "\nOutbox %s: %s%,d messages\n",
                    it.table(),
                    it.isAll() ? "" : "at least ",
                    it.messages()))
        .orElse("");
  }

  private String gaps(Screen screen) {
    return status.gaps().stream()
        .map(StatusDocument::gap)
        .reduce(String::concat)
        .map(them -> "\n" + screen.marked("Not known:", Mark.FAILED_AND_HELD) + "\n" + them)
        .orElse("");
  }

  private static String gap(Gap gap) {
    return "  %s: %s.\n    %s.\n"
        .formatted(
            Output.oneLine(gap.what()), Output.oneLine(gap.why()), Output.oneLine(gap.remedy()));
  }
}
