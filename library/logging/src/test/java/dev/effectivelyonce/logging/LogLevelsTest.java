package dev.effectivelyonce.logging;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.event.Level;

class LogLevelsTest {
  @ParameterizedTest
  @CsvSource({"DEBUG,DEBUG", "warn,WARN", "' ERROR ',ERROR", "'',INFO", "LOUD,INFO"})
  void theEnvironmentNamesTheLowestLevel(String variable, Level expected) {
    LogLevels levels = LogLevels.of(Map.of("LOG_LEVEL", variable));

    assertThat(levels.of("com.example.Orders")).isEqualTo(expected);
  }

  @Test
  void withoutTheVariableItIsInfo() {
    assertThat(LogLevels.of(Map.of()).of("com.example.Orders")).isEqualTo(Level.INFO);
  }

  @ParameterizedTest
  @CsvSource({"DEBUG,WARN", "INFO,WARN", "WARN,WARN", "ERROR,ERROR"})
  void ofTheSdkWarningsAndErrorsAloneAreWritten(Level lowest, Level expected) {
    assertThat(new LogLevels(lowest).of("software.amazon.awssdk.request")).isEqualTo(expected);
  }
}
