package dev.effectivelyonce.cli.console;

import dev.effectivelyonce.operations.record.RecordFilter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** The address of a page of the console, relative to the others. Its page is a constant. */
record Link(String address) {
  static final Link OVERVIEW = new Link("overview");
  static final Link FIND = new Link("event");
  static final Link ACTS = new Link("acts");

  /** The page on which a body is corrected, and whose form is long. */
  static final String CORRECT = "correct";

  /** Returns it with a parameter. */
  Link with(String name, String value) {
    return new Link(
        address
            + (address.contains("?") ? '&' : '?')
            + name
            + '='
            + URLEncoder.encode(value, StandardCharsets.UTF_8));
  }

  Link with(String name, int value) {
    return with(name, Integer.toString(value));
  }

  static Link toLetters(String consumer) {
    return new Link("dead-letters").with("consumer", consumer);
  }

  /** Leads to the letters that have cause and decision of a sample. */
  static Link toGroup(String consumer, String sample) {
    return new Link("letters").with("consumer", consumer).with("like", sample);
  }

  static Link toLetter(String consumer, String messageId) {
    return new Link("letter").with("consumer", consumer).with("id", messageId);
  }

  static Link toEvent(String recordId) {
    return FIND.with("record", recordId);
  }

  /** Leads to the preview of something that the operator may do. */
  static Link toAct(String verb) {
    return new Link("act").with("verb", verb);
  }

  /** Leads to the page on which a letter's body is corrected. */
  static Link toCorrection(String consumer, String messageId) {
    return new Link(CORRECT).with("consumer", consumer).with("id", messageId);
  }

  static Link toRun(int number) {
    return new Link("run").with("act", number);
  }

  static Link toRecords(String consumer, RecordFilter which) {
    return new Link("records").with("consumer", consumer).with("list", which.name());
  }
}
