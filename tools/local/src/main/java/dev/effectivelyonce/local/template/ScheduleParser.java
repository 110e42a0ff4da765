package dev.effectivelyonce.local.template;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** AWS::Events::Rule with a rate and one function. */
record ScheduleParser(Properties properties, FunctionLookup functions) {
  private static final Pattern RATE = Pattern.compile("rate\\((\\d+) (minute|hour|day)s?\\)");

  /** Returns whether a rule is a schedule: here no bus brings the events of others. */
  static boolean isSchedule(Resource rule) {
    return !rule.property("ScheduleExpression").isMissingNode();
  }

  ScheduleResource parse(Resource resource) {
    Location target = resource.at("Targets");
    FunctionLookup.Named function =
        functions.named(
            properties.text(resource.property("Targets").path(0).path("Arn"), target), target);
    return new ScheduleResource(
        resource.logicalId(), function.function(), function.invokedArn(), rate(resource));
  }

  private Duration rate(Resource resource) {
    String expression = properties.text(resource, "ScheduleExpression");
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
