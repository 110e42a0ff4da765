package dev.effectivelyonce.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.spring.CalledMethodTest.Invoice;
import dev.effectivelyonce.spring.CalledMethodTest.Invoices;
import dev.effectivelyonce.testkit.InMemoryStore;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.bean.override.convention.TestBean;

/** A test that puts an object of its own, as {@code @MockitoBean} does, in the place of a bean. */
@EffectivelyOnceTest(Invoices.class)
class ReplacedBeanTest {
  @Autowired @TestBean Invoices invoices;

  static Invoices invoices() {
    return new Invoices();
  }

  @Test
  void anObjectInThePlaceOfABeanHasNoClaim(@Autowired InMemoryStore records) throws Exception {
    invoices.send(new Invoice("I-1", 500));
    invoices.send(new Invoice("I-1", 500));

    assertThat(invoices.sent()).containsExactly("I-1", "I-1");
    assertThat(records.records()).isEmpty();
  }
}
