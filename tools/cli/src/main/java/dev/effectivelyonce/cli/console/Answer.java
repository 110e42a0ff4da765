package dev.effectivelyonce.cli.console;

import java.util.HashMap;
import java.util.Map;

/** What a request gets: its headers are those besides which every answer has. */
record Answer(int status, String content, Map<String, String> headers) {
  static Answer page(int status, Html page) {
    return new Answer(
        status,
        "<!doctype html>\n" + page.markup(),
        Map.of("Content-Type", "text/html; charset=utf-8"));
  }

  /** Returns this answer for a page that the browser asks for again after some seconds. */
  Answer askedAgain(int seconds) {
    Map<String, String> more = new HashMap<>(headers);
    more.put("Refresh", Integer.toString(seconds));
    return new Answer(status, content, more);
  }

  static Answer styleSheet(String text) {
    return new Answer(200, text, Map.of("Content-Type", "text/css; charset=utf-8"));
  }

  static Answer redirect(Link to) {
    return new Answer(303, "", Map.of("Location", to.address()));
  }

  /** Returns a page for somebody who may not even see the style of the others. */
  static Answer refusal(Door.Verdict.Refused why) {
    return page(
        why.status(),
        Html.of(
            "<html lang=\"en\"><title>Effectively Once</title><p>{}. {}.",
            why.problem(),
            why.remedy()));
  }
}
