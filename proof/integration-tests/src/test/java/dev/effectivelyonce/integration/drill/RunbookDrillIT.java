package dev.effectivelyonce.integration.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.integration.environment.Settings;
import dev.effectivelyonce.integration.stack.PageScript;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each incident of the runbook is staged by a test. */
class RunbookDrillIT {
  private static final List<Class<?>> DRILLS =
      List.of(
          LettersDrillIT.class,
          HeldDrillIT.class,
          OutageDrillIT.class,
          DeploymentDrillIT.class,
          ParkedDrillIT.class,
          PaymentsDrillIT.class);

  @Test
  void eachIncidentOfTheRunbookIsStaged() {
    List<String> staged =
        DRILLS.stream()
            .flatMap(drill -> Stream.of(drill.getDeclaredMethods()))
            .flatMap(it -> Optional.ofNullable(it.getAnnotation(Incident.class)).stream())
            .flatMap(it -> Stream.of(it.value()))
            .toList();

    assertThat(PageScript.incidents(Settings.ofThisProcess().projectRoot()))
        .containsExactlyInAnyOrderElementsOf(staged);
  }
}
