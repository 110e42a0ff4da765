package dev.effectivelyonce.cli.console;

/** Why a replay would do what it would do with a letter, in a sentence. */
final class DecisionWords {
  private DecisionWords() {}

  static String of(String decision) {
    return switch (decision) {
      case "SEND" -> "A replay sends it to its source queue, because its event is not done.";
      case "REOPEN" ->
          "Its event failed for good. A replay lets it run again, and sends the message.";
      case "SKIP" -> "Its event is done, so a replay only deletes the message.";
      case "UNREADABLE" ->
          "A replay leaves it, because it can't be read or has no key. Correct or discard it.";
      case "HELD" ->
          "A replay leaves it, because nobody knows whether its effect happened. Settle its record"
              + " first.";
      case "UNDONE" ->
          "A replay leaves it, because its saga was undone and never goes forward again. Send a"
              + " new event.";
      case "IN_FLIGHT" -> "A replay leaves it, because an attempt holds its record now.";
      case "KEY_REUSED" ->
          "A replay leaves it, because its key came with another payload before: a mistake of the"
              + " producer.";
      case "NOT_COMPARED" ->
          "A replay leaves it: its event is done, but the configuration has no fingerprint to"
              + " compare it by.";
      case "BEYOND_HORIZON" ->
          "A replay leaves it, because it is older than records are kept: it may have run.";
      case "OTHER_SOURCE" ->
          "A replay leaves it, because it belongs to another queue, or its queue is unknown.";
      case "CONTESTED" ->
          "A replay leaves it, because others kept changing its record. Try again later.";
      case "RECORD_UNREADABLE" -> "A replay leaves it, because its record can't be read.";
      case "SEND_REFUSED" -> "A replay leaves it, because its source queue refuses it.";
      case "NOT_DONE" ->
          "A replay leaves it, because its function did not complete it. It may have arrived.";
      case "CAME_BACK" -> "A replay leaves it, because it was sent and was parked again.";
      case "PAYLOAD_OMITTED" ->
          "A replay leaves it, because it was too large for its queue, which has only its"
              + " position.";
      case "PARKED_JUST_NOW" ->
          "A replay leaves it, because its FIFO queue would drop it if it were parked again so"
              + " soon.";
      case "SEND_FAILED" -> "Sending it failed, and it may have arrived. Replay again.";
      case "DELETE_FAILED" -> "Its event is done, but it could not be deleted. Replay again.";
      case "STORE_FAILED" -> "Its record could not be read now. Look again.";
      default -> "A replay leaves it.";
    };
  }
}
