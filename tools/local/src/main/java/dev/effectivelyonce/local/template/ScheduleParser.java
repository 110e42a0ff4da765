package dev.effectivelyonce.local.template;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** AWS::Events::Rule with a rate and one function. */
record ScheduleParser(FunctionLookup functions) {
  private static final Pattern RATE = Pattern.compile("rate\\((\\d+) (minute|hour|day)s?\\)");

  /** Returns whether a rule is a schedule: here no bus brings the events of others. */
  static boolean isSchedule(Resource rule) {
    return rule.has("ScheduleExpression");
  }

  ScheduleResource parse(Resource resource) {
    return new ScheduleResource(functions.named(resource, "Targets/0/Arn"), rate(resource));
  }

  private static Duration rate(Resource resource) {
    String expression = resource.text("ScheduleExpression");
    Matcher rate = RATE.matcher(expression);
    if (!rate.matches()) {
      throw new TemplateException(
          resource.at("ScheduleExpression"),
          "is no rate, and the runner knows no other: " + expression);
    }
    long count = Long.parseLong(rate.group(1));
    return switch (rate.group(2)) {
      case "minute" -> Duration.ofMinutes(count);
      case "hour" -> Duration.ofHours(count);
      default -> Duration.ofDays(count);
    };
  }
}
