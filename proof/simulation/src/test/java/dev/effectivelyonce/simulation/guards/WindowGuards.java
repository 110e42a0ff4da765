package dev.effectivelyonce.simulation.guards;

import static dev.effectivelyonce.simulation.guards.Guard.simulated;

import java.util.List;
import java.util.stream.Stream;

/** The rules of a window in front of a store. */
final class WindowGuards {
  private static final String WINDOW =
      "library/core/src/main/java/dev/effectivelyonce/core/window/";
  private static final String STORE = WINDOW + "WindowStore.java";
  private static final String RECORDS = WINDOW + "CompletedRecords.java";
  private static final String SENT = "WriteResult answer = store.write(write);";

  private WindowGuards() {}

  static List<Guard> all() {
    return Stream.of(contents(), times()).flatMap(List::stream).toList();
  }

  private static List<Guard> contents() {
    return List.of(
        simulated(
            "window: a failure is not remembered",
            "what a replay reopened fails again, unasked",
            RECORDS,
            ".filter(record -> record.status() == Status.COMPLETED)",
            ".filter(record -> record.status() == Status.COMPLETED || record.status() =="
                + " Status.FAILED)"),
        simulated(
            "window: a completion is remembered when it is answered",
            "an event is deleted whose completion never arrived",
            STORE,
            SENT,
            "if (write instanceof Write.Complete) { records.saw(write.id(),"
                + " write.after(write.known()), since, message, copies); } "
                + SENT),
        simulated(
                "window: what may have changed is forgotten before",
                "an operator's change is not seen by the process that made it",
                STORE,
                "Set<String> copies = records.forget(write.id());",
                "Set<String> copies = Set.of();")
            .seenBy("tests.engine.WindowStoreTest", "no operator of a history has a window"));
  }

  private static List<Guard> times() {
    return List.of(
        simulated(
            "window: only a message that comes again is known by default",
            "what is sent after an operator forgot a record is deleted without having run",
            RECORDS,
            ".filter(it -> message.isEmpty() || it.copies().contains(message.get()))",
            ""),
        simulated(
            "window: is over after its age",
            "what an operator forgot is done for ever",
            RECORDS,
            "if (found.filter(it -> !now().isBefore(it.until())).isPresent()) {",
            "if (found.isEmpty()) {"),
        simulated(
                "window: ends with the record",
                "what has expired can't be claimed anew",
                STORE,
                "records.find(id, message).filter(record -> !guard.holds(Optional.of(record)));",
                "records.find(id, message);")
            .seenBy("tests.engine.WindowStoreTest", "windows are short, and retentions are not"),
        simulated(
                "window: a commit that is sent again counts from its first time",
                "what an operator forgot meanwhile is done for longer than the window",
                STORE,
                "first.isBefore(since) ? first : since",
                "since")
            .seenBy("tests.engine.WindowGroupsTest", "it takes an operator within an attempt"));
  }
}
