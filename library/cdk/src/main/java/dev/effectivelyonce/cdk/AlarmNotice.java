package dev.effectivelyonce.cdk;

import java.util.List;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.IAlarmAction;
import software.constructs.Construct;

/**
 * The way in which the alarms of a construct reach somebody.
 *
 * @param actions what each does
 * @param runbook the address that each text names
 */
record AlarmNotice(List<IAlarmAction> actions, String runbook) {
  /** Makes an alarm under its owner. The details fill in the text. */
  Alarm alarm(Construct owner, AlarmText text, Watch watch, Object... details) {
    String description =
        "%s: %s. See %s#%s"
            .formatted(
                owner.getNode().getPath(), text.with(details).meaning(), runbook, text.anchor());
    Alarm alarm = watch.alarm(owner, text.constructId(), description);
    actions.forEach(
        action -> {
          alarm.addAlarmAction(action);
          alarm.addOkAction(action);
        });
    return alarm;
  }
}
