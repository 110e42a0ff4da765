package dev.effectivelyonce.functions.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.http.ApiHandler;
import org.junit.jupiter.api.Test;

class SimulatingHttpHandlerTest {
  @Test
  void whereFaultsAreOffTheHeaderIsIgnored() {
    ApiHandler effect = (request, attempt) -> HandlerResult.completed();

    assertThat(SimulatingHttpHandler.around(effect, SimulatedFaults.OFF)).isSameAs(effect);
  }
}
