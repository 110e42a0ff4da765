package dev.effectivelyonce.benchmarks.standin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.List;

/** What SET and REMOVE do to an item, of an update expression or of an UPDATE. */
record Changes(Tokens tokens, Operands operands, ObjectNode before, ObjectNode after) {
  /** The item after them. All values are those of the item before. */
  static ObjectNode applied(String text, Operands operands, ObjectNode before) {
    Changes changes = new Changes(new Tokens(text), operands, before, before.deepCopy());
    changes.apply();
    return changes.after;
  }

  private void apply() {
    while (true) {
      if (tokens.accept("SET")) {
        each(this::set);
      } else if (tokens.accept("REMOVE")) {
        each(this::remove);
      } else {
        tokens.requireEnd();
        return;
      }
    }
  }

  private void each(Runnable change) {
    do {
      change.run();
    } while (tokens.accept(","));
  }

  private void set() {
    List<String> path = operands.path(tokens);
    tokens.expect("=");
    JsonNode value = term();
    if (tokens.accept("+")) {
      value = number(Condition.number(value).add(Condition.number(term())));
    }
    if (value.isMissingNode()) {
      throw Refusal.invalid("An attribute of the expression is not in the item: " + path);
    }
    Operands.parent(path, after).set(path.getLast(), value.deepCopy());
  }

  private JsonNode term() {
    if (!tokens.accept("if_not_exists")) {
      return operands.value(tokens, before);
    }
    tokens.expect("(");
    JsonNode standing = Operands.at(operands.path(tokens), before);
    tokens.expect(",");
    JsonNode other = operands.value(tokens, before);
    tokens.expect(")");
    return standing.isMissingNode() ? other : standing;
  }

  private void remove() {
    List<String> path = operands.path(tokens);
    Operands.parent(path, after).remove(path.getLast());
  }

  private static JsonNode number(BigDecimal number) {
    return JsonNodeFactory.instance.objectNode().put("N", number.toPlainString());
  }
}
