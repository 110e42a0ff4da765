package dev.effectivelyonce.spring;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.key.BusinessKey;
import dev.effectivelyonce.core.key.Fingerprint;
import dev.effectivelyonce.core.key.InvalidKeyException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.Expression;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.DataBindingPropertyAccessor;
import org.springframework.expression.spel.support.MapAccessor;
import org.springframework.expression.spel.support.SimpleEvaluationContext;
import org.springframework.messaging.Message;

/** The key and the fingerprint of a method's events. */
final class EventExpressions {
  private static final String PAYLOAD = "payload";
  private static final String REMEDY =
      "Point at a text, a number or a list of them, such as #payload.orderId";

  private final Optional<Expression> key;
  private final Optional<Expression> fingerprint;

  private EventExpressions(Optional<Expression> key, Optional<Expression> fingerprint) {
    this.key = key;
    this.fingerprint = fingerprint;
  }

  /**
   * @throws ConfigurationException if an expression can't be parsed
   */
  static EventExpressions of(Once once) {
    return new EventExpressions(
        Optional.of(parsed(once, "key", once.key())),
        given(once, "fingerprint", once.fingerprint()));
  }

  /**
   * Returns the expressions of requests, which have a key and a fingerprint without them.
   *
   * @throws ConfigurationException if an expression can't be parsed
   */
  static EventExpressions ofRequests(Once once) {
    return new EventExpressions(
        given(once, "key", once.key()), given(once, "fingerprint", once.fingerprint()));
  }

  private static Optional<Expression> given(Once once, String what, String text) {
    return text.isEmpty() ? Optional.empty() : Optional.of(parsed(once, what, text));
  }

  private static Expression parsed(Once once, String what, String text) {
    try {
      return new SpelExpressionParser().parseExpression(text);
    } catch (ParseException | IllegalArgumentException e) {
      throw new ConfigurationException(
          "The %s of consumer %s is no expression: \"%s\"".formatted(what, once.consumer(), text),
          REMEDY);
    }
  }

  /** Returns what expressions know of a message. */
  static Map<String, @Nullable Object> of(Message<?> message) {
    return Map.of(PAYLOAD, message.getPayload(), "headers", message.getHeaders());
  }

  boolean hasKey() {
    return key.isPresent();
  }

  boolean hasFingerprint() {
    return fingerprint.isPresent();
  }

  /**
   * @param event what the expressions know, by its names
   * @throws InvalidKeyException if the event has no value there, or one that is no key
   */
  BusinessKey key(Map<String, @Nullable Object> event) {
    Expression own = key.orElseThrow();
    List<String> parts = values(own, event).stream().map(it -> part(own, it)).toList();
    return BusinessKey.of(parts.getFirst(), parts.subList(1, parts.size()).toArray(String[]::new));
  }

  /**
   * @throws InvalidKeyException if an expression does not fit the event
   */
  Optional<Fingerprint> fingerprint(Map<String, @Nullable Object> event) {
    return fingerprint.map(it -> Fingerprint.of(values(it, event).toArray()));
  }

  private static String part(Expression expression, Object value) {
    // The text of any other object may differ between two copies of a message.
    return switch (value) {
      case Enum<?> constant -> constant.name();
      case CharSequence text -> text.toString();
      case Number number -> number.toString();
      case UUID id -> id.toString();
      default -> throw unusable(expression, "is a " + value.getClass().getSimpleName());
    };
  }

  /** Of a set the order may differ between two processes. */
  private static List<Object> values(Expression expression, Map<String, @Nullable Object> event) {
    Object value = value(expression, event);
    List<Object> values =
        value instanceof List<?> many
            ? many.stream().map(it -> present(expression, it)).toList()
            : List.of(present(expression, value));
    if (values.isEmpty()) {
      throw unusable(expression, "is an empty list");
    }
    return values;
  }

  private static Object present(Expression expression, @Nullable Object value) {
    if (value == null) {
      throw unusable(expression, "is null");
    }
    return value;
  }

  private static @Nullable Object value(
      Expression expression, Map<String, @Nullable Object> event) {
    SimpleEvaluationContext context =
        SimpleEvaluationContext.forPropertyAccessors(
                new MapAccessor(false), DataBindingPropertyAccessor.forReadOnlyAccess())
            .withInstanceMethods()
            .build();
    event.forEach(context::setVariable);
    try {
      return expression.getValue(context);
    } catch (RuntimeException e) {
      // Also what a method of the payload throws.
      Object payload = event.get(PAYLOAD);
      throw unusable(
          expression,
          "can't be read from "
              + (payload == null ? "what is there" : "a " + payload.getClass().getSimpleName()));
    }
  }

  private static InvalidKeyException unusable(Expression expression, String how) {
    return new InvalidKeyException(
        "The value of \"" + expression.getExpressionString() + "\" " + how, REMEDY);
  }
}
