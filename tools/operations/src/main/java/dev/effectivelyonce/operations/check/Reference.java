package dev.effectivelyonce.operations.check;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How a resolved property names another resource: within its text, as {@code ${id|attribute}}. */
final class Reference {
  private static final Pattern FORM =
      Pattern.compile("(?:[^|]*[:/])?\\$\\{([^|}]+)\\|([^|}]*)}(?::.*)?");

  /** An id of another template, behind the number of that template. */
  private static final Pattern FOREIGN = Pattern.compile("[0-9]+!");

  /** What is longer is no ARN: IAM has none of more than 2,048 characters. */
  static final int LONGEST = 10_000;

  /** The attribute of a plan, which tells a reference but not the text around it. */
  static final String OPEN = "?";

  private Reference() {}

  /**
   * The key of the resource that an id in a reference means: one of that template, if not of
   * another.
   */
  static String key(int file, String id) {
    return FOREIGN.matcher(id).lookingAt() ? id : file + "!" + id;
  }

  /** Returns a reference in that template as other templates write it. */
  static String from(int file, String text) {
    return id(text)
        .map(id -> text.replace("${" + id + "|", "${" + key(file, id) + "|"))
        .orElse(text);
  }

  static String to(String id, String attribute) {
    return "${" + id + "|" + attribute + "}";
  }

  /**
   * The id, if the text is a reference, with or without the name of an alias behind it, or ends
   * with one, as an ARN that a template puts together.
   */
  static Optional<String> id(String text) {
    return matched(text).map(it -> it.group(1));
  }

  private static Optional<Matcher> matched(String text) {
    return Optional.of(text)
        .filter(it -> it.length() <= LONGEST)
        .map(FORM::matcher)
        .filter(Matcher::matches);
  }

  /** The attribute that a reference names; empty for a Ref, and for what is no reference. */
  static String attribute(String text) {
    return matched(text).map(it -> it.group(2)).orElse("");
  }

  /** Returns whether the text names a resource, or several, and something else with it. */
  static boolean isAround(String text) {
    return text.contains("|") && (id(text).isEmpty() || text.indexOf('|') != text.lastIndexOf('|'));
  }

  /** Returns whether a part of the text is known only to a deployment. */
  static boolean isIn(String text) {
    return text.contains("${");
  }
}
