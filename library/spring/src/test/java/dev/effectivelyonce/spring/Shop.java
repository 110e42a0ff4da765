package dev.effectivelyonce.spring;

import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.HOLD;
import static dev.effectivelyonce.core.protocol.AbandonedClaimPolicy.RERUN;

import dev.effectivelyonce.core.handler.Attempt;
import dev.effectivelyonce.core.steps.StepPolicy;
import dev.effectivelyonce.core.steps.Steps;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Methods that answer requests in each way that Spring knows, and count their runs. */
@RestController
class Shop {
  record Order(String item) {}

  record Receipt(String item, int run) {}

  static class SoldOutException extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  @ResponseStatus(code = HttpStatus.CONFLICT, reason = "It is closed")
  static class ClosedException extends Exception {
    private static final long serialVersionUID = 1;
  }

  static class BusyException extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  static class DeniedException extends AccessDeniedException {
    private static final long serialVersionUID = 1;
  }

  @ControllerAdvice
  static class Advice {
    @ExceptionHandler
    ResponseEntity<Map<String, String>> busy(BusyException e) {
      return ResponseEntity.status(503).body(Map.of("shop", "busy"));
    }
  }

  /** What a method does before it answers. */
  interface Meanwhile {
    void happen() throws Exception;
  }

  private final Map<String, Integer> runs = new ConcurrentHashMap<>();
  volatile Meanwhile meanwhile = () -> {};

  void reopen() {
    runs.clear();
    meanwhile = () -> {};
  }

  private int run(String method) {
    return runs.merge(method, 1, Integer::sum);
  }

  int runs(String path) {
    return runs.getOrDefault(path.substring(1), 0);
  }

  @PostMapping("/json")
  @Once(consumer = "json", onAbandonedClaim = RERUN)
  Receipt json(@RequestBody Order order) throws Exception {
    int run = run("json");
    meanwhile.happen();
    return new Receipt(order.item(), run);
  }

  @PostMapping("/entity")
  @Once(consumer = "entity", onAbandonedClaim = RERUN)
  ResponseEntity<Receipt> entity(@RequestBody Order order, HttpServletResponse response)
      throws Exception {
    int run = run("entity");
    Cookie cookie = new Cookie("seen", "yes");
    cookie.setHttpOnly(true);
    response.addCookie(cookie);
    meanwhile.happen();
    return ResponseEntity.created(URI.create("/entity/" + run))
        .eTag("\"v" + run + "\"")
        .header("X-Receipt", "r-" + run)
        .header("X-Other", "o-" + run)
        .header("Vary", "Accept")
        .body(new Receipt(order.item(), run));
  }

  @PostMapping("/nothing")
  @Once(consumer = "nothing", onAbandonedClaim = RERUN)
  void nothing() {
    run("nothing");
  }

  @PostMapping("/accepted")
  @ResponseStatus(HttpStatus.ACCEPTED)
  @Once(consumer = "accepted", onAbandonedClaim = RERUN)
  void accepted() {
    run("accepted");
  }

  @PostMapping("/text")
  @Once(consumer = "text", onAbandonedClaim = RERUN)
  String text() {
    return "Grüße " + run("text");
  }

  @PostMapping("/latin")
  @Once(consumer = "latin", onAbandonedClaim = RERUN)
  void latin(HttpServletResponse response) throws IOException {
    response.setContentType("text/plain");
    response.setCharacterEncoding("ISO-8859-1");
    response.getWriter().print("Grüße " + run("latin"));
  }

  @PostMapping("/binary")
  @Once(consumer = "binary", onAbandonedClaim = RERUN)
  ResponseEntity<byte[]> binary(@RequestBody byte[] content) {
    run("binary");
    return ResponseEntity.ok().contentType(MediaType.APPLICATION_OCTET_STREAM).body(content);
  }

  @PostMapping("/redirect")
  @Once(consumer = "redirect", onAbandonedClaim = RERUN)
  void redirect(HttpServletResponse response) throws IOException {
    response.sendRedirect("/orders/" + run("redirect"));
  }

  @PostMapping("/missing")
  @Once(consumer = "missing", onAbandonedClaim = RERUN)
  ResponseEntity<String> missing() {
    return ResponseEntity.status(404).body("none " + run("missing"));
  }

  @PostMapping(path = "/sold-out", produces = "text/csv")
  @Once(consumer = "sold-out", onAbandonedClaim = RERUN)
  Receipt soldOut(HttpServletResponse response) throws IOException {
    run("sold-out");
    response.getOutputStream().print("half an answer");
    throw new SoldOutException();
  }

  @ExceptionHandler
  ResponseEntity<Map<String, String>> soldOut(SoldOutException e) {
    return ResponseEntity.status(422).header("X-Receipt", "none").body(Map.of("shop", "sold out"));
  }

  @PostMapping("/closed")
  @Once(consumer = "closed", onAbandonedClaim = RERUN)
  Receipt closed() throws ClosedException {
    run("closed");
    throw new ClosedException();
  }

  @PostMapping("/unpaid")
  @Once(consumer = "unpaid", onAbandonedClaim = RERUN)
  Receipt unpaid() {
    run("unpaid");
    throw new ResponseStatusException(HttpStatus.PAYMENT_REQUIRED);
  }

  @PostMapping("/denied")
  @Once(consumer = "denied", onAbandonedClaim = HOLD)
  Receipt denied() {
    run("denied");
    throw new DeniedException();
  }

  @PostMapping("/busy")
  @Once(consumer = "busy", onAbandonedClaim = RERUN)
  Receipt busy() {
    run("busy");
    throw new BusyException();
  }

  @PostMapping("/slower")
  @Once(consumer = "slower", onAbandonedClaim = HOLD)
  ResponseEntity<String> slower() {
    run("slower");
    return ResponseEntity.status(429).body("slower");
  }

  @PostMapping("/gateway")
  @Once(consumer = "gateway", onAbandonedClaim = HOLD)
  ResponseEntity<String> gateway() {
    run("gateway");
    return ResponseEntity.status(502).body("no answer");
  }

  @PostMapping("/broken")
  @Once(consumer = "broken", onAbandonedClaim = RERUN)
  Receipt broken() {
    run("broken");
    throw new IllegalStateException("Card 4711");
  }

  @PostMapping("/pipe")
  @Once(consumer = "pipe", onAbandonedClaim = RERUN)
  Receipt pipe() throws IOException {
    run("pipe");
    throw new IOException("Broken pipe");
  }

  @PostMapping("/future")
  @Once(consumer = "future", onAbandonedClaim = RERUN)
  Object future() {
    run("future");
    return (Callable<String>) () -> "later";
  }

  @PostMapping("/async")
  @Once(consumer = "async", onAbandonedClaim = RERUN)
  void async(HttpServletRequest request) {
    run("async");
    request.startAsync();
  }

  @PostMapping("/large")
  @Once(consumer = "large", onAbandonedClaim = RERUN)
  ResponseEntity<String> large(@RequestBody String content) {
    run("large");
    return ResponseEntity.status(201).header("X-Receipt", "big").body(content);
  }

  @PostMapping("/form")
  @Once(consumer = "form", onAbandonedClaim = RERUN)
  String form(@RequestParam String item) {
    return item + " " + run("form");
  }

  @PutMapping("/form")
  @Once(consumer = "put-form", onAbandonedClaim = RERUN)
  String putForm(@RequestParam String item) {
    return item + " " + run("form");
  }

  @PutMapping("/fields")
  @Once(consumer = "fields", onAbandonedClaim = RERUN)
  String fields(@RequestBody String form) {
    run("fields");
    return form;
  }

  @PutMapping("/carts/{id}")
  @Once(
      consumer = "carts",
      key = "{#path['id'], #headers['x-revision']}",
      fingerprint = "#headers['x-owner']",
      onAbandonedClaim = RERUN)
  String cart(@PathVariable String id) {
    return id + " " + run("cart");
  }

  @PostMapping("/attempt")
  @Once(consumer = "attempt", onAbandonedClaim = RERUN)
  String attempt(Attempt attempt, Steps steps) throws Exception {
    run("attempt");
    StepPolicy<String> policy = StepPolicy.hold(String.class);
    return attempt.number() + " " + steps.run("charge", policy, key -> "charged once");
  }
}
