package dev.effectivelyonce.spring;

import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method that runs once for each business event: a listener's, one that code calls, or one
 * of a {@code @RestController}, whose requests have an {@code Idempotency-Key}. For example:
 *
 * <pre>{@code
 * @SqsListener("orders")
 * @Once(consumer = "orders", key = "#payload.orderId", onAbandonedClaim = RERUN)
 * void place(Order order) { … }
 * }</pre>
 *
 * <p>The method may return {@code Effects}, such as a {@code UnitOfWork}: they are committed
 * together with the record's completion. It may return a {@code HandlerResult}, too; anything else
 * counts as completed. If it throws, {@link #onAbandonedClaim} decides. A parameter of the type
 * {@code Attempt} or {@code Steps} gets that of the running attempt.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Once {
  /** The consumer's name, which scopes keys in the table. Only one method may have it. */
  String consumer();

  /**
   * The business key, as an expression of Spring (SpEL) with {@code #payload} and {@code #headers}.
   * A list, such as {@code {#payload.tenant, #payload.orderId}}, is a key of several parts.
   * Required unless the method answers requests: their key is the header {@code Idempotency-Key},
   * or an expression with {@code #headers} and {@code #path}.
   */
  String key() default "";

  /**
   * An expression for the fields on which two messages with one key must agree. A list stands for
   * several fields. Empty: none, and of requests method, path, query and content.
   */
  String fingerprint() default "";

  /** What happens to an event after an attempt that died or threw. */
  AbandonedClaimPolicy onAbandonedClaim();
}
