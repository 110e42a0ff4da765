package dev.effectivelyonce.operations.deadletters;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/**
 * A change of a message before it is sent again.
 *
 * @param body another body, as it is in a file; empty: as it is
 * @param without the attributes that are left out
 */
public record Edit(Optional<String> body, Set<String> without) {
  /** The edit that changes nothing. */
  public static final Edit NONE = new Edit(Optional.empty(), Set.of());

  /** Copies the names. */
  public Edit {
    without = Set.copyOf(without);
  }

  /**
   * Returns the body that is sent instead of a letter's. An editor ends a text with a line break,
   * so this one is left out if the letter's body has none at its end. All other space stays.
   */
  public String bodyInsteadOf(String letter) {
    return body.map(it -> letter.endsWith("\n") ? it : it.replaceFirst("\\r?\\n\\z", ""))
        .orElse(letter);
  }

  Message apply(Message letter) {
    if (equals(NONE)) {
      return letter;
    }
    Map<String, MessageAttributeValue> attributes = new HashMap<>(letter.messageAttributes());
    attributes.keySet().removeAll(without);
    return letter.toBuilder()
        .body(bodyInsteadOf(letter.body()))
        .messageAttributes(attributes)
        .build();
  }
}
