package dev.effectivelyonce.postgres;

import dev.effectivelyonce.core.handler.Effects;
import dev.effectivelyonce.core.handler.HandlerResult;
import dev.effectivelyonce.core.handler.HandlerResult.Unsuccessful;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Work on PostgreSQL that happens in the transaction of the record's completion, as a whole or not
 * at all. A handler returns it in {@link HandlerResult#commit(Effects)}. Immutable; every method
 * returns another work. Its parts run in their order, after the record's own write.
 *
 * <p>A transaction holds its locks until it ends, so no part calls another system. What is external
 * is a step under a claim.
 */
public final class SqlWork implements Effects {
  /** Code that uses the connection of the transaction, which is open already. */
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

  private SqlWork(List<Part> parts, List<LeftMessages> messages, boolean setsNothing) {
    this.parts = List.copyOf(parts);
    this.messages = List.copyOf(messages);
    this.setsNothing = setsNothing;
  }

  /** Returns a work that does nothing but leave messages. */
  static SqlWork leaving(LeftMessages messages) {
    return new SqlWork(List.of(), List.of(messages), true);
  }

  /**
   * Returns work by code that yields the attempt's value, such as an id that a sequence draws. It
   * is kept in the same transaction, and duplicates get it. Of several, the last one counts.
   */
  public static SqlWork of(Code code) {
    return part(code, true);
  }

  private static SqlWork part(Code code, boolean yields) {
    return new SqlWork(List.of(new Part(code, yields, Optional.empty())), List.of(), false);
  }

  /** Returns work by code without a value. */
  public static SqlWork run(Action action) {
    return part(
        connection -> {
          action.on(connection);
          return null;
        },
        false);
  }

  /**
   * Returns one statement, with any count of changed rows.
   *
   * @param arguments of its placeholders, as JDBC takes them; an {@link java.time.Instant} goes as
   *     a time with time zone
   */
  public static SqlWork statement(String sql, @Nullable Object... arguments) {
    return part(
        new ExpectedStatement(sql, Arrays.asList(arguments.clone()), Optional.empty()), false);
  }

  /**
   * Returns this work, then the other, in one transaction. The messages of both come after all
   * else.
   */
  public SqlWork then(SqlWork next) {
    List<Part> all = new ArrayList<>(parts);
    all.addAll(next.parts);
    List<LeftMessages> allMessages = new ArrayList<>(messages);
    allMessages.addAll(next.messages);
    return new SqlWork(all, allMessages, setsNothing && next.setsNothing);
  }

  /** Returns this work, then another statement; see {@link #statement}. */
  public SqlWork thenStatement(String sql, @Nullable Object... arguments) {
    return then(statement(sql, arguments));
  }

  /**
   * Asks that the last statement changes this many rows. Another count rolls everything back.
   *
   * @throws IllegalStateException if the last part, messages apart, is no statement
   */
  public SqlWork expecting(int rows) {
    Part last = last();
    if (!(last.code() instanceof ExpectedStatement statement)) {
      throw new IllegalStateException("expecting(rows) comes right after a statement");
    }
    return withLast(new Part(statement.expecting(rows), false, last.declared()));
  }

  /**
   * Declares the outcome of the attempt where the last part changes another count of rows, breaks a
   * constraint (SQLSTATE 23...) or refuses a value (22...). Default: another attempt for a count,
   * and a failure for the others.
   *
   * @param outcome {@link HandlerResult#fail} or {@link HandlerResult#retry}
   * @throws IllegalStateException if the work has nothing but messages
   */
  public SqlWork orElse(Unsuccessful outcome) {
    Part last = last();
    return withLast(new Part(last.code(), last.yields(), Optional.of(outcome)));
  }

  /**
   * Declares that nothing in this work sets anything for its transaction: no {@code SET LOCAL}, no
   * {@code SET CONSTRAINTS}, no {@code set_config}, no temporary table, neither by itself nor by a
   * function or trigger that it reaches. Then it may share a transaction with works of other events
   * that declare the same, which costs one COMMIT for all of them. Default: it has a transaction of
   * its own, since PostgreSQL keeps what is set until the transaction ends. A declaration that is
   * wrong lets one event's settings hold for others.
   *
   * <p>It covers the parts so far. {@link #then} of a work without the declaration takes it back.
   */
  public SqlWork settingNothing() {
    return new SqlWork(parts, messages, true);
  }

  private Part last() {
    if (parts.isEmpty()) {
      throw new IllegalStateException("A work of messages alone has no statement or code");
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

  /** Returns whether it may share a transaction with works of other events. */
  boolean setsNothing() {
    return setsNothing;
  }

  List<Part> parts() {
    return parts;
  }

  List<LeftMessages> messages() {
    return messages;
  }
}
