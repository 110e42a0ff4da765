package dev.effectivelyonce.integration.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.integration.stack.Consumer;
import dev.effectivelyonce.integration.stack.DeployedStack;
import dev.effectivelyonce.integration.stack.OnLocalStack;
import dev.effectivelyonce.integration.stack.Outgoing;
import dev.effectivelyonce.integration.stack.PageScript;
import dev.effectivelyonce.integration.stack.Tables.AccountRow;
import dev.effectivelyonce.integration.stack.Uses;
import dev.effectivelyonce.integration.stack.Version;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A deployment after which no invocation starts. */
@ExtendWith(OnLocalStack.class)
@ResourceLock(Uses.PAYMENTS)
class DeploymentDrillIT {
  private static final Duration HIDDEN = Duration.ofSeconds(5);

  private final DeployedStack stack;
  private final Consumer payments;

  @TempDir private Path directory;
  private Version broken;

  DeploymentDrillIT(DeployedStack stack) {
    this.stack = stack;
    this.payments = stack.payments();
  }

  @BeforeEach
  void deploy() {
    payments.deadLetters().empty();
    payments.queue().hides(HIDDEN);
    broken = Version.live(payments.function(), Map.of("LEDGER_TABLE", Version.MISSING));
  }

  @AfterEach
  void asDeployed() {
    broken.close();
    payments.queue().hides(Duration.ofSeconds(30));
  }

  @Test
  @Incident("broken-deployment")
  void theAliasGoesBackByTheCommandThatTheDoctorPrints() {
    payments.deadLetters().empty();
    String account = stack.newName("account");
    stack.tables().openAccount(account, 1_000);
    Outgoing payment = Outgoing.payment(stack.newName("payment"), account, 300);
    payments.send(payment);
    payments.awaitEmptyQueue();
    Night night = Night.of(stack, directory);
    PageScript page =
        night
            .incident("broken-deployment")
            .with("NAME", payments.function().name())
            .with("41", broken.before())
            .with("orders", "payments");

    assertThat(page.finds("effectively-once doctor"))
        .contains("has no LEDGER_TABLE: every invocation fails")
        .contains(page.toBeTyped());
    page.run("aws lambda update-alias");
    assertThat(page.run("effectively-once replay")).containsPattern("replayed +1\\b");
    page.isOver();

    assertThat(payments.function().liveVersion()).isEqualTo(broken.before());
    payments.awaitCompleted(List.of(payment));
    payments.awaitEmptyQueue();
    assertThat(payments.deadLetters().queue().depth()).isZero();
    assertThat(stack.tables().account(account)).isEqualTo(new AccountRow(700, 1));
  }
}
