package dev.effectivelyonce.cdk;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.AlarmBase;
import software.amazon.awscdk.services.cloudwatch.IAlarmAction;
import software.constructs.Construct;

/**
 * The way in which the alarms of a construct reach somebody.
 *
 * @param pages the actions of an alarm that can't wait
 * @param tickets the actions of an alarm that can
 * @param runbook the address that each text names
 */
record AlarmNotice(List<IAlarmAction> pages, List<IAlarmAction> tickets, String runbook) {
  /**
   * The parts of the runbook whose alarms can wait until the morning. Nothing gets worse until
   * then: the message or the record stays as it is, and others go on. Every other alarm pages.
   */
  private static final Set<String> CAN_WAIT =
      Set.of(
          "dead-letters",
          "given-up",
          "held",
          "key-reused",
          "outbox-dead-letters",
          "outbox-sweeper-errors",
          "outbox-sweeper-stopped",
          "outbox-unknown-destination",
          "parked",
          "replay-errors",
          "superseded",
          "unrecorded",
          "unsettled",
          "unswept",
          "unwatched");

  /** Makes an alarm under its owner. The details fill in the text. */
  Alarm alarm(Construct owner, AlarmText text, Watch watch, Object... details) {
    String description =
        "%s: %s. See %s#%s"
            .formatted(
                owner.getNode().getPath(), text.with(details).meaning(), runbook, text.anchor());
    Alarm alarm = watch.alarm(owner, text.constructId(), description);
    act(alarm, CAN_WAIT.contains(text.anchor()) ? tickets : pages);
    return alarm;
  }

  /** An alarm for each name, in the order of the names. */
  static Map<String, Alarm> each(Stream<String> names, Function<String, Alarm> alarm) {
    Map<String, Alarm> alarms = new LinkedHashMap<>();
    names.forEach(name -> alarms.put(name, alarm.apply(name)));
    return Collections.unmodifiableMap(alarms);
  }

  /** Lets an alarm act when it rings and when it is over. */
  static void act(AlarmBase alarm, List<IAlarmAction> actions) {
    actions.forEach(
        action -> {
          alarm.addAlarmAction(action);
          alarm.addOkAction(action);
        });
  }
}
