package dev.effectivelyonce.postgres;

import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.handler.HandlerResult.Unsuccessful;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * SQL that runs in the transaction of the record's completion, as a whole or not at all. A handler
 * returns it in {@link HandlerResult#commit(Effects)}. Immutable; every method returns another
 * work. The parts run in order, after the record's own write.
 *
 * <p>A transaction holds its locks until it ends, so no part may call another system. Use a step
 * under a claim for an external effect.
 */
public final class SqlWork implements Effects {
  /** Code that uses the connection of the open transaction. */
  @FunctionalInterface
  public interface Code {
    /**
     * Does the work. It neither commits nor closes: that is the store's. It may use savepoints.
     *
     * @return the attempt's value, null for none, or an {@link Unsuccessful}, which rolls
     *     everything back and becomes the outcome
     * @throws Exception for which everything is rolled back, and the event is tried again
     */
    @Nullable Object on(Connection connection) throws Exception;
  }

  /** Code without a value. */
  @FunctionalInterface
  public interface Action {
    /**
     * Does the work. It neither commits nor closes: that is the store's. It may use savepoints.
     *
     * @throws Exception for which everything is rolled back, and the event is tried again
     */
    void on(Connection connection) throws Exception;
  }

  /**
   * A part of the work.
   *
   * @param yields whether its value is that of the attempt
   * @param declared the outcome where a constraint or the count of rows does not hold
   */
  record Part(Code code, boolean yields, Optional<Unsuccessful> declared) {
    boolean isStatement() {
      return code instanceof ExpectedStatement;
    }
  }

  private final List<Part> parts;
  private final List<LeftMessages> messages;
  private final boolean setsNothing;
  private final CodeRunner runner;

  private SqlWork(List<Part> parts, List<LeftMessages> messages, boolean setsNothing) {
    this(parts, messages, setsNothing, SqlWork::uninterrupted);
  }

  private SqlWork(
      List<Part> parts, List<LeftMessages> messages, boolean setsNothing, CodeRunner runner) {
    this.parts = List.copyOf(parts);
    this.messages = List.copyOf(messages);
    this.setsNothing = setsNothing;
    this.runner = runner;
  }

  /** Clears an interrupt that the code left behind, which would break the rest of the work. */
  private static <T extends @Nullable Object> T uninterrupted(Callable<T> code) throws Exception {
    try {
      return code.call();
    } finally {
      boolean ignored = Thread.interrupted();
    }
  }

  /** Returns a work that does nothing, for rows that were written on the connection before. */
  public static SqlWork none() {
    return new SqlWork(List.of(), List.of(), true);
  }

  /** Returns a work that does nothing but leave messages. */
  static SqlWork leaving(LeftMessages messages) {
    return new SqlWork(List.of(), List.of(messages), true);
  }

  /**
   * Returns a work that runs code and yields its value as the attempt's value, such as an id from a
   * sequence. The value is kept in the same transaction, and duplicates get it. If there are
   * several, the last one is used.
   */
  public static SqlWork of(Code code) {
    return part(code, true);
  }

  private static SqlWork part(Code code, boolean yields) {
    return new SqlWork(List.of(new Part(code, yields, Optional.empty())), List.of(), false);
  }

  /** Returns a work that runs code without a value. */
  public static SqlWork run(Action action) {
    return part(
        connection -> {
          action.on(connection);
          return null;
        },
        false);
  }

  /**
   * Returns a work of one statement, which may change any number of rows.
   *
   * @param arguments the values of the placeholders, as for JDBC; an {@link java.time.Instant} is
   *     passed as a timestamp with time zone
   */
  public static SqlWork statement(String sql, @Nullable Object... arguments) {
    return part(
        new ExpectedStatement(sql, Arrays.asList(arguments.clone()), Optional.empty()), false);
  }

  /**
   * Returns this work followed by the other one, in one transaction. The messages of both are
   * written last.
   */
  public SqlWork then(SqlWork next) {
    List<Part> all = new ArrayList<>(parts);
    all.addAll(next.parts);
    List<LeftMessages> allMessages = new ArrayList<>(messages);
    allMessages.addAll(next.messages);
    return new SqlWork(all, allMessages, setsNothing && next.setsNothing);
  }

  /** Returns this work followed by another statement; see {@link #statement}. */
  public SqlWork thenStatement(String sql, @Nullable Object... arguments) {
    return then(statement(sql, arguments));
  }

  /**
   * Requires that the last statement changes this number of rows. Any other number rolls back the
   * whole transaction.
   *
   * @throws IllegalStateException if the last part, apart from messages, is not a statement
   */
  public SqlWork expecting(int rows) {
    Part last = last();
    if (!(last.code() instanceof ExpectedStatement statement)) {
      throw new IllegalStateException("expecting(rows) comes right after a statement");
    }
    return withLast(new Part(statement.expecting(rows), false, last.declared()));
  }

  /**
   * Declares the outcome of the attempt if the last part changes an unexpected number of rows,
   * violates a constraint (SQLSTATE 23...) or has an invalid value (22...). Default: another
   * attempt for the number of rows, and a failure in the other cases.
   *
   * @param outcome {@link HandlerResult#fail} or {@link HandlerResult#retry}
   * @throws IllegalStateException if the work has only messages
   */
  public SqlWork orElse(Unsuccessful outcome) {
    Part last = last();
    return withLast(new Part(last.code(), last.yields(), Optional.of(outcome)));
  }

  /**
   * Declares that this work does not change any settings of its transaction. It uses no {@code SET
   * LOCAL}, {@code SET CONSTRAINTS}, {@code set_config} or temporary table, neither directly nor in
   * a function or trigger that it calls. It may then share a transaction with works of other events
   * that declare the same, so that one COMMIT is enough for all of them. Default: it has a
   * transaction of its own, because PostgreSQL keeps settings until the transaction ends. With a
   * wrong declaration, the settings of one event apply to others.
   *
   * <p>The declaration covers the parts so far. {@link #then} with a work without the declaration
   * removes it.
   */
  public SqlWork settingNothing() {
    return new SqlWork(parts, messages, true);
  }

  private Part last() {
    if (parts.isEmpty()) {
      throw new IllegalStateException("A unit of work with only messages has no statement or code");
    }
    return parts.getLast();
  }

  private SqlWork withLast(Part last) {
    List<Part> changed = new ArrayList<>(parts.subList(0, parts.size() - 1));
    changed.add(last);
    return new SqlWork(changed, messages, setsNothing);
  }

  @Override
  public boolean yieldsValue() {
    return parts.stream().anyMatch(Part::yields);
  }

  @Override
  public SqlWork runBy(CodeRunner other) {
    return new SqlWork(parts, messages, setsNothing, other);
  }

  /** Returns whether it may share a transaction with works of other events. */
  boolean setsNothing() {
    return setsNothing;
  }

  /** Returns whether it may take a role, after which the library writes more. */
  boolean mayLeaveRole() {
    return !setsNothing && (yieldsValue() || !messages.isEmpty());
  }

  List<Part> parts() {
    return parts;
  }

  List<LeftMessages> messages() {
    return messages;
  }

  CodeRunner runner() {
    return runner;
  }
}
