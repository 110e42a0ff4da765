package dev.effectivelyonce.local.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.Set;

/** Decides what may happen to a call, and hears what did. */
interface Wire {
  /** Returns what may happen to a call; empty: nothing. */
  Set<Fault> possible(Call call);

  /** Returns how a refusal for too many calls is spelt by this service. */
  String throttling();

  /**
   * Reports that something happened.
   *
   * @param answer the engine's answer that the caller did not get; {@link Answer#NONE} if there was
   *     none
   */
  void happened(Call call, Fault fault, Answer answer);

  /** An engine's answer. */
  record Answer(int status, JsonNode body) {
    static final Answer NONE = new Answer(0, MissingNode.getInstance());

    boolean isSuccess() {
      return status == 200;
    }
  }
}
