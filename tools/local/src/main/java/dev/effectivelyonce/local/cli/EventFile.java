package dev.effectivelyonce.local.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.effectivelyonce.local.LocalRunnerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A sample invocation: `{"function", "description"?, "accounts"?: [{"accountId", "balanceCents"}],
 * "stock"?: [{"sku", "available"}], "event"}`.
 *
 * @param function the last part of the package of the function's handler, such as orders
 * @param accounts rows that the event needs in the accounts table
 * @param stock rows that the event needs in the stock table
 */
record EventFile(
    String function,
    String description,
    List<Account> accounts,
    List<Article> stock,
    JsonNode event) {

  /** An account to open before the invocation. */
  record Account(String accountId, long balanceCents) {}

  /** An article to put into the warehouse before the invocation. */
  record Article(String sku, long available) {}

  /**
   * Reads a file.
   *
   * @throws LocalRunnerException if it is missing, is not JSON, or names no function or event
   */
  static EventFile read(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new LocalRunnerException(
          "No event file at " + file + ". Give one with -Devent=FILE; samples are in events/.");
    }
    JsonNode json = json(file);
    String function = json.path("function").asText("");
    if (function.isBlank() || !json.path("event").isObject()) {
      throw new LocalRunnerException(
          "The event file %s must be an object with a text \"function\" and an object \"event\"."
              .formatted(file));
    }
    return new EventFile(
        function,
        json.path("description").asText(""),
        accounts(json, file),
        stock(json, file),
        json.path("event"));
  }

  private static JsonNode json(Path file) {
    try {
      return new ObjectMapper().readTree(file.toFile());
    } catch (IOException e) {
      throw new LocalRunnerException(
          "The event file %s is not JSON: %s".formatted(file, e.getMessage()), e);
    }
  }

  private static List<Account> accounts(JsonNode json, Path file) {
    return json.path("accounts").valueStream().map(account -> account(account, file)).toList();
  }

  private static List<Article> stock(JsonNode json, Path file) {
    return json.path("stock").valueStream().map(article -> article(article, file)).toList();
  }

  private static Article article(JsonNode article, Path file) {
    if (!article.path("sku").isTextual() || !article.path("available").canConvertToLong()) {
      throw new LocalRunnerException(
          "The event file %s: each of \"stock\" must have a text \"sku\" and a whole number \"available\"."
              .formatted(file));
    }
    return new Article(article.path("sku").asText(), article.path("available").asLong());
  }

  private static Account account(JsonNode account, Path file) {
    if (!account.path("accountId").isTextual()
        || !account.path("balanceCents").canConvertToLong()) {
      throw new LocalRunnerException(
          "The event file %s: each of \"accounts\" must have a text \"accountId\" and a whole number \"balanceCents\"."
              .formatted(file));
    }
    return new Account(account.path("accountId").asText(), account.path("balanceCents").asLong());
  }
}
