package dev.effectivelyonce.spring;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;
import static dev.effectivelyonce.spring.StartRefusal.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.engine.ResultSerializer;
import dev.effectivelyonce.core.key.InvalidKeyException;
import dev.effectivelyonce.core.once.FailedException;
import dev.effectivelyonce.core.once.HeldException;
import dev.effectivelyonce.core.once.TryAgainException;
import dev.effectivelyonce.core.record.Status;
import dev.effectivelyonce.testkit.InMemoryStore;
import io.awspring.cloud.sqs.annotation.SqsListener;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.Ordered;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

/** Methods of beans that code calls. */
class CalledMethodTest {
  record Invoice(String id, long cents) {}

  /** What an invoice does, by its id; otherwise it is sent. */
  interface Answer {
    @Nullable String send(Invoice invoice) throws Exception;
  }

  static class Invoices {
    final List<String> sent = new ArrayList<>();
    Answer answer = invoice -> "sent " + invoice.id();

    // sample: called
    @Once(
        consumer = "invoices",
        key = "#invoice.id",
        fingerprint = "#invoice.cents",
        onAbandonedClaim = RERUN)
    public @Nullable String send(Invoice invoice) throws Exception {
      // end
      sent.add(invoice.id());
      return answer.send(invoice);
    }

    @Once(consumer = "reminders", key = "{#id, #day}", onAbandonedClaim = HOLD)
    void remind(String id, int day) {
      sent.add(id + " on day " + day);
      if (id.equals("bad")) {
        throw new IllegalStateException("The gateway did not answer");
      }
    }

    /** A proxy of this class has no fields. */
    List<String> sent() {
      return sent;
    }

    void answer(Answer given) {
      answer = given;
    }
  }

  static class ByAnotherProxy extends Invoices {}

  /** Its bean is made before other processors are, and all that it needs. */
  abstract static class EarlyProcessor implements BeanPostProcessor, Ordered {
    @Override
    public int getOrder() {
      return 0;
    }
  }

  static class NeedsInvoices extends EarlyProcessor {
    NeedsInvoices(Invoices invoices) {}
  }

  static class NeedsInvoicesLater extends EarlyProcessor {
    NeedsInvoicesLater(@Lazy Invoices invoices) {}
  }

  static class FinalMethod {
    @Once(consumer = "invoices", key = "#id", onAbandonedClaim = RERUN)
    final void send(String id) {}
  }

  static class NotKept {
    @Once(consumer = "invoices", key = "#id", onAbandonedClaim = RERUN)
    Invoice send(String id) {
      return new Invoice(id, 0);
    }
  }

  static class NoExpression {
    @Once(consumer = "invoices", key = "#id.", onAbandonedClaim = RERUN)
    void send(String id) {}
  }

  static class InATransaction {
    @Transactional
    @Once(consumer = "invoices", key = "#id", onAbandonedClaim = RERUN)
    void send(String id) {}
  }

  static class OfAListener {
    @SqsListener("invoices")
    @Once(consumer = "invoices", key = "#payload", onAbandonedClaim = RERUN)
    void send(String id) {}
  }

  private final InMemoryStore store = new InMemoryStore();
  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(EffectivelyOnceAutoConfiguration.class))
          .withBean(InMemoryStore.class, () -> store)
          .withPropertyValues("effectively-once.retention=19d");

  /** What is done with the bean of an application. */
  interface Use {
    void of(Invoices invoices) throws Exception;
  }

  private void run(Use use) {
    application.withBean(Invoices.class).run(context -> use.of(context.getBean(Invoices.class)));
  }

  @Test
  void aSecondCallGetsWhatTheFirstReturned() {
    run(
        invoices -> {
          assertThat(invoices.send(new Invoice("I-1", 500))).isEqualTo("sent I-1");
          assertThat(invoices.send(new Invoice("I-1", 500))).isEqualTo("sent I-1");
          assertThat(invoices.send(new Invoice("I-2", 500))).isEqualTo("sent I-2");

          assertThat(invoices.sent()).containsExactly("I-1", "I-2");
        });
  }

  @Test
  void aKeyOfSeveralArgumentsIsOne() {
    run(
        invoices -> {
          invoices.remind("I-1", 1);
          invoices.remind("I-1", 1);
          invoices.remind("I-1", 2);

          assertThat(invoices.sent()).containsExactly("I-1 on day 1", "I-1 on day 2");
        });
  }

  @Test
  void aCallerLearnsHowTheEventEnded() {
    run(
        invoices -> {
          Invoice invoice = new Invoice("I-1", 500);
          invoices.answer(
              it -> {
                throw new IOException("busy");
              });
          assertThatThrownBy(() -> invoices.send(invoice))
              .isInstanceOf(TryAgainException.class)
              .hasCauseInstanceOf(IOException.class);
          invoices.answer(
              it -> {
                assertThatThrownBy(() -> invoices.send(it)).isInstanceOf(TryAgainException.class);
                return null;
              });
          assertThat(invoices.send(invoice)).isNull();
          assertThat(invoices.send(invoice)).isNull();
          assertThatThrownBy(() -> invoices.send(new Invoice("I-1", 700)))
              .isInstanceOf(FailedException.class);
          assertThatThrownBy(() -> invoices.remind("bad", 1)).isInstanceOf(HeldException.class);
          assertThatThrownBy(() -> invoices.send(new Invoice("", 1)))
              .isInstanceOf(InvalidKeyException.class);
          assertThat(store.records().values()).anyMatch(it -> it.status() == Status.UNKNOWN);
        });
  }

  @Test
  void aValueThatWasTooLargeToBeKeptIsNotTakenForNone() {
    run(
        invoices -> {
          Invoice invoice = new Invoice("I-1", 500);
          invoices.answer(it -> "x".repeat(20_000));
          assertThat(invoices.send(invoice)).hasSize(20_000);

          assertThatThrownBy(() -> invoices.send(invoice))
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("Invoices.send is done, and its value was not kept");
        });
  }

  @Test
  void valuesAreKeptAsTheApplicationSerializesThem() {
    application
        .withBean(NotKept.class)
        .withBean(
            ResultSerializer.class,
            () ->
                new ResultSerializer() {
                  @Override
                  public String serialize(Object value) {
                    return ((Invoice) value).id();
                  }

                  @Override
                  public <T> T deserialize(String text, Class<T> type) {
                    return type.cast(new Invoice(text, 7));
                  }
                })
        .run(
            context -> {
              NotKept invoices = context.getBean(NotKept.class);
              assertThat(invoices.send("I-1")).isEqualTo(new Invoice("I-1", 0));
              assertThat(invoices.send("I-1")).isEqualTo(new Invoice("I-1", 7));
            });
  }

  @Test
  void aCallInATransactionIsRefusedSinceItCouldBeRolledBack() {
    run(
        invoices ->
            assertThatThrownBy(
                    () ->
                        new TransactionTemplate(new NoTransactions())
                            .executeWithoutResult(status -> invoices.remind("I-1", 1)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("is called in a transaction"));
    assertThat(store.records()).isEmpty();
  }

  @Test
  void aBeanThatIsMadeLaterRunsOnceToo() {
    application
        .withBean(Invoices.class, Invoices::new, definition -> definition.setLazyInit(true))
        .run(
            context -> {
              Invoices invoices = context.getBean(Invoices.class);
              invoices.remind("I-1", 1);
              invoices.remind("I-1", 1);
              assertThat(invoices.sent()).hasSize(1);
            });
  }

  @Test
  void aBeanThatIsMadeBeforeTheLibrarySeesItIsRefused() {
    application
        .withBean(Invoices.class)
        .withBean(NeedsInvoices.class)
        .run(
            refused(
                "has @Once, and its bean is made before others", "put @Lazy where it is injected"));
    application
        .withBean(Invoices.class)
        .withBean(NeedsInvoicesLater.class)
        .run(context -> assertThat(context).hasNotFailed());
  }

  static Stream<Arguments> problems() {
    return Stream.of(
        Arguments.of(FinalMethod.class, "FinalMethod.send is final", "Make class and method open"),
        Arguments.of(NotKept.class, "returns a Invoice, which a later call", "ResultSerializer"),
        Arguments.of(NoExpression.class, "is no expression: \"#id.\"", "Point at"),
        Arguments.of(InATransaction.class, "is @Transactional", "Let the store be"));
  }

  @ParameterizedTest
  @MethodSource("problems")
  void aMethodThatWouldNotRunOnceIsRefused(Class<?> bean, String problem, String remedy) {
    application.withBean(bean).run(refused(problem, remedy));
  }

  @Test
  void twoBeansThatInheritAMethodAreTwoConsumers() {
    application
        .withBean(Invoices.class)
        .withBean(ByAnotherProxy.class)
        .run(refused("both have the consumer"));
  }

  @Test
  void aListenerIsNoProxySinceItsContainerHasTheClaim() {
    application
        .withBean(OfAListener.class)
        .run(
            context ->
                assertThat(context.getBean(OfAListener.class).getClass())
                    .isEqualTo(OfAListener.class));
  }

  /** Transactions of nothing. */
  private static final class NoTransactions extends AbstractPlatformTransactionManager {
    @Override
    protected Object doGetTransaction() {
      return new Object();
    }

    @Override
    protected void doBegin(Object transaction, TransactionDefinition definition) {}

    @Override
    protected void doCommit(DefaultTransactionStatus status) {}

    @Override
    protected void doRollback(DefaultTransactionStatus status) {}
  }
}
