package dev.effectivelyonce.operations.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.effectivelyonce.operations.doctor.Severity;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A rule of {@code rules.json}.
 *
 * @param node the rule as the file has it
 */
public record Rule(JsonNode node) {
  private static final Pattern FACT = Pattern.compile("\\{([A-Za-z.]+)}");

  /** Returns its name, by which a finding is accepted. */
  public String id() {
    return text("id");
  }

  /** Returns how bad it is if the rule doesn't hold. */
  public Severity severity() {
    return Severity.valueOf(text("severity"));
  }

  /** Returns what has to hold. */
  public String what() {
    return text("what");
  }

  /** Returns why. */
  public String why() {
    return text("why");
  }

  /** Returns what happens without it. */
  public String breaks() {
    return text("breaks");
  }

  /** Returns what to do, without a full stop. */
  public String remedy() {
    return text("remedy");
  }

  boolean isOf(Subject subject) {
    JsonNode sources = node.path("sources");
    return text("subject").equals(subject.kind())
        && (sources.isMissingNode() || Wiring.list(sources).contains(subject.fact("source")));
  }

  /** Returns the rule's verdict on a subject; empty if the rule does not apply to it. */
  Optional<Verdict> of(Subject subject) {
    UnaryOperator<JsonNode> facts = name -> fact(name.asText(), subject);
    JsonNode when = node.path("when");
    JsonNode applies = when.isMissingNode() ? BooleanNode.TRUE : Expression.value(when, facts);
    if (applies.isMissingNode() || applies.equals(BooleanNode.FALSE)) {
      return Optional.empty();
    }
    JsonNode holds = Expression.value(node.path("require"), facts);
    if (holds.isMissingNode()) {
      return Optional.empty();
    }
    if (holds.equals(BooleanNode.TRUE)) {
      return Optional.of(new Verdict.Holds());
    }
    return Optional.of(
        holds.isNull() || applies.isNull()
            ? new Verdict.Unknown()
            : new Verdict.Broken(filled("problem", facts), filled("remedy", facts)));
  }

  private JsonNode fact(String name, Subject subject) {
    JsonNode own = node.path("values").path(name);
    JsonNode value = own.isMissingNode() ? subject.fact(name) : own;
    return value.isArray() ? Expression.value(value, it -> fact(it.asText(), subject)) : value;
  }

  private String filled(String field, UnaryOperator<JsonNode> facts) {
    return FACT.matcher(text(field))
        .replaceAll(
            it ->
                Matcher.quoteReplacement(
                    facts.apply(TextNode.valueOf(it.group(1))).asText("nothing")));
  }

  private String text(String field) {
    return node.path(field).asText();
  }
}
