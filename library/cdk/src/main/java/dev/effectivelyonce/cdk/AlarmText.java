package dev.effectivelyonce.cdk;

import java.util.Locale;

/**
 * The fixed text of one kind of alarm.
 *
 * @param constructId its id under the construct that it watches
 * @param anchor its part of the runbook
 * @param meaning what is the matter, as a format
 */
record AlarmText(String constructId, String anchor, String meaning) {
  /** Returns the text of the alarm for one of several things that are watched alike. */
  AlarmText of(String name) {
    return new AlarmText(constructId + "-" + name, anchor, meaning);
  }

  /** Returns the text with these details in the place of its format. */
  AlarmText with(Object... details) {
    return new AlarmText(constructId, anchor, String.format(Locale.ROOT, meaning, details));
  }
}
