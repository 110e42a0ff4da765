package dev.effectivelyonce.spring;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;

import java.net.URI;
import java.util.NoSuchElementException;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** The sample of the page, whose rows are in the database of the records. */
@RestController
class Transfers {
  record Transfer(String account, long cents) {}

  private final JdbcTemplate jdbc;

  Transfers(DataSource source) {
    this.jdbc = new JdbcTemplate(source);
  }

  // sample: requests
  @PostMapping("/transfers")
  @Once(consumer = "transfers", onAbandonedClaim = RERUN)
  @Transactional
  ResponseEntity<Transfer> transfer(@RequestBody Transfer transfer) {
    String id = UUID.randomUUID().toString();
    jdbc.update("INSERT INTO transfer VALUES (?, ?)", id, transfer.cents());
    // end
    switch (transfer.account()) {
      case "A-busy" -> {
        return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE).build();
      }
      case "A-refused" -> {
        return ResponseEntity.status(HttpStatus.CONFLICT).build();
      }
      case "A-none" -> throw new NoSuchElementException("No such account");
      case "A-broken" -> throw new IllegalStateException("broken");
      default -> {}
    }
    // sample: requests
    return ResponseEntity.created(URI.create("/transfers/" + id)).body(transfer);
  }

  // end

  @PostMapping("/charges")
  @Once(consumer = "charges", onAbandonedClaim = HOLD)
  @Transactional
  ResponseEntity<Void> charge(@RequestBody Transfer transfer) {
    jdbc.update("INSERT INTO transfer VALUES (?, ?)", "charge", transfer.cents());
    return ResponseEntity.status(HttpStatus.BAD_GATEWAY).build();
  }

  @ExceptionHandler
  ResponseEntity<Void> none(NoSuchElementException e) {
    return ResponseEntity.notFound().build();
  }
}
