package com.example.orders;

import dev.effectivelyonce.postgres.PostgresSweeper;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Deletes the records whose retention is over: PostgreSQL doesn't do it by itself. */
@Component
class ExpiredRecords {
  private static final Duration TIME = Duration.ofMinutes(5);

  private final PostgresSweeper sweeper;

  ExpiredRecords(DataSource database) {
    this.sweeper = new PostgresSweeper(database);
  }

  @Scheduled(fixedDelay = 1, timeUnit = TimeUnit.HOURS)
  void delete() {
    sweeper.sweep(Instant.now().plus(TIME));
  }
}
