package com.example.orders;

import dev.effectivelyonce.http.Caller;
import dev.effectivelyonce.postgres.PostgresStore;
import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The records are in the database of the bookings, so one transaction can have both. */
@Configuration(proxyBeanMethods = false)
class RecordsConfiguration {
  @Bean
  PostgresStore records(DataSource database) {
    return new PostgresStore(database);
  }

  /** Only this machine reaches the sample. With Spring Security, the caller is its user. */
  @Bean
  Caller caller() {
    return Caller.anyone();
  }
}
