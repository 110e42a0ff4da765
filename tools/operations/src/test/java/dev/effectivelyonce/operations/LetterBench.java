package dev.effectivelyonce.operations;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.effectivelyonce.operations.bench.FaultyAws;
import dev.effectivelyonce.operations.bench.LocalAws;
import dev.effectivelyonce.operations.bench.Orders;
import dev.effectivelyonce.operations.deadletters.DeadLetters;
import dev.effectivelyonce.operations.deadletters.Edit;
import dev.effectivelyonce.operations.deadletters.LetterFile;
import dev.effectivelyonce.operations.deadletters.Resend;
import dev.effectivelyonce.operations.deadletters.WorkResult;
import dev.effectivelyonce.replay.Force;
import dev.effectivelyonce.replay.ReplayFilter;
import dev.effectivelyonce.replay.ReplayListener;
import dev.effectivelyonce.replay.ReplayRequest;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The dead letters of orders, and one file that they are saved in. */
final class LetterBench {
  static final int ALL = ReplayRequest.UNLIMITED;

  final Orders orders;
  final Path file;

  LetterBench(Path directory) {
    orders = new Orders(directory, Clock.systemUTC());
    file = directory.resolve("letters.jsonl");
  }

  /** Returns a body of 1 MiB, the most that SQS takes. */
  static String longest() {
    String shortest = Orders.body("O-1");
    return shortest.replace("C-1", "C".repeat((1 << 20) - shortest.length() + 3));
  }

  static Resend resend(String id, Optional<String> body, Resend.Key key) {
    return new Resend(id, new Edit(body, Set.of()), key, Force.OFF);
  }

  WorkResult resend(Resend resend, URI sqs) {
    try (OperatorContext context = orders.context(sqs, LocalAws.dynamoDbEndpoint());
        LetterFile saved = LetterFile.open(file)) {
      return letters(context).resend(resend, Optional.empty(), saved, ReplayListener.NONE);
    }
  }

  WorkResult discard(URI sqs, Path to) {
    try (OperatorContext context = orders.context(sqs, LocalAws.dynamoDbEndpoint());
        LetterFile saved = LetterFile.open(to)) {
      return letters(context).discard(ReplayFilter.NONE, ALL, "why", saved, ReplayListener.NONE);
    }
  }

  WorkResult export() {
    try (OperatorContext context = orders.context();
        LetterFile saved = LetterFile.open(file)) {
      return letters(context).export(ReplayFilter.NONE, ALL, saved, ReplayListener.NONE);
    }
  }

  static DeadLetters letters(OperatorContext context) {
    return DeadLetters.of(context.consumer("orders"), context);
  }

  static void dying(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      // It died before it could report.
    }
  }

  /** Five minutes pass, and what was received is visible again. */
  void hidingEnds(FaultyAws aws) {
    aws.hidingEnds(orders);
  }

  List<JsonNode> lines() throws IOException {
    List<JsonNode> all = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      all.add(new ObjectMapper().readTree(line));
    }
    return all;
  }
}
