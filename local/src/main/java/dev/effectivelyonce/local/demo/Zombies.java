package dev.effectivelyonce.local.demo;

import dev.effectivelyonce.local.lambda.TimeoutPolicy;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/** Messages whose handler outlives its invocation, in a process that is left running. */
final class Zombies {
  /** After the visibility timeout, the second attempt comes first even on a busy machine. */
  private static final Duration MARGIN = Duration.ofSeconds(35);

  private static final String DELAY = "slow:[0-9]{5,6}";
  private static final Pattern IN_EVENT = Pattern.compile("\"" + DELAY + "\"");

  private Zombies() {}

  /** How long their handler runs: until well after the message came back and was handled. */
  static Duration delay(Duration visibility) {
    return visibility.plus(MARGIN);
  }

  /** Leaves a process running whose batch held one, and kills any other. */
  static TimeoutPolicy onTimeout(String event) {
    return IN_EVENT.matcher(event).find() ? TimeoutPolicy.LEAVE_RUNNING : TimeoutPolicy.KILL;
  }

  static boolean isZombie(Message message) {
    return Optional.ofNullable(message.messageAttributes().get("simulate"))
        .map(MessageAttributeValue::stringValue)
        .filter(fault -> fault.matches(DELAY))
        .isPresent();
  }
}
