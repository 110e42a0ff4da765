package dev.effectivelyonce.core;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** What is refused is so by its type, says why, and quotes nothing that a test calls secret. */
public final class Refusals {
  private Refusals() {}

  /** Asserts that the settings or the code of a consumer are refused. */
  public static void assertMistake(ThrowingCallable call, String... said) {
    assertRefused(ConfigurationException.class, call, said);
  }

  /** Asserts that a call is refused by an exception of this type, which says all of this. */
  public static void assertRefused(
      Class<? extends Throwable> type, ThrowingCallable call, String... said) {
    AbstractThrowableAssert<?, ?> refusal = assertThatThrownBy(call).isInstanceOf(type);
    refusal.message().doesNotContain("secret");
    for (String part : said) {
      refusal.hasMessageContaining(part);
    }
  }
}
