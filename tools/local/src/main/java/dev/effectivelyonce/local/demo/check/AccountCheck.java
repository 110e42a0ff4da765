package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.local.demo.check.Tables.AccountRow;
import dev.effectivelyonce.local.demo.check.Tables.LedgerRow;
import dev.effectivelyonce.local.demo.plan.DemoQueue;
import dev.effectivelyonce.local.demo.plan.Event;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Whether each account is in step with its ledger. A booking lowers the account and adds a row, and
 * both are written with the completion: no death and no fault excuses the one without the others.
 */
final class AccountCheck {
  private final Evidence evidence;
  private final Map<String, List<LedgerRow>> ledgers;
  private final Map<String, Long> missingRows;

  AccountCheck(Evidence evidence) {
    this.evidence = evidence;
    this.ledgers =
        evidence.tables().ledger().entrySet().stream()
            .collect(
                Collectors.groupingBy(
                    row -> row.getKey().accountId(),
                    Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
    this.missingRows =
        Stream.concat(
                evidence.plan().events(DemoQueue.PAYMENTS).stream()
                    .filter(event -> evidence.isCompleted(event) && !evidence.hasEffect(event))
                    .map(Event::accountId),
                RequestTrail.all(evidence).stream()
                    .filter(RequestTrail::isMissing)
                    .map(trail -> trail.request().accountId()))
            .collect(Collectors.groupingBy(account -> account, Collectors.counting()));
  }

  List<Violation> violations() {
    Map<String, AccountRow> rows = evidence.tables().accounts();
    Map<String, Long> opened = evidence.plan().openingCents();
    Stream<Violation> missing =
        opened.keySet().stream()
            .filter(account -> !rows.containsKey(account))
            .map(account -> violation(Breach.UNBALANCED, account, "its row is missing"));
    Stream<Violation> strange =
        rows.keySet().stream()
            .filter(account -> !opened.containsKey(account))
            .map(account -> violation(Breach.UNBALANCED, account, "nobody opened it"));
    Stream<Violation> wrong =
        opened.entrySet().stream()
            .filter(account -> rows.containsKey(account.getKey()))
            .flatMap(account -> audit(account.getKey(), account.getValue()));
    return Stream.of(missing, strange, wrong).flatMap(it -> it).toList();
  }

  private Stream<Violation> audit(String account, long openingCents) {
    AccountRow row = evidence.tables().accounts().getOrDefault(account, new AccountRow(0, 0));
    List<LedgerRow> ledger = ledgers.getOrDefault(account, List.of());
    long balanceCents = openingCents - ledger.stream().mapToLong(LedgerRow::amountCents).sum();
    boolean isInStep =
        row.equals(new AccountRow(balanceCents, ledger.size())) && isWithoutGap(ledger);
    if (isInStep) {
      return Stream.empty();
    }
    String found =
        "%s, where its ledger has %d payments that leave %d cents; no payment has the numbers %s"
            .formatted(row, ledger.size(), balanceCents, gaps(row, ledger));
    return Stream.concat(
        Stream.of(violation(Breach.UNBALANCED, account, found)),
        Collections.nCopies(
            timesTooOften(account, row, ledger),
            violation(Breach.DOUBLE_EFFECT, account, "lowered once more than payments explain"))
            .stream());
  }

  private static boolean isWithoutGap(List<LedgerRow> ledger) {
    return ledger.stream()
        .map(LedgerRow::sequence)
        .sorted()
        .toList()
        .equals(IntStream.rangeClosed(1, ledger.size()).boxed().toList());
  }

  private static List<Integer> gaps(AccountRow row, List<LedgerRow> ledger) {
    Set<Integer> numbers = ledger.stream().map(LedgerRow::sequence).collect(Collectors.toSet());
    return IntStream.rangeClosed(1, row.paymentsApplied())
        .filter(number -> !numbers.contains(number))
        .boxed()
        .toList();
  }

  /**
   * Returns how many payments too many the account has. A completed payment whose row is missing is
   * reported as that.
   */
  private int timesTooOften(String account, AccountRow row, List<LedgerRow> ledger) {
    long known = ledger.size() + missingRows.getOrDefault(account, 0L);
    return Math.toIntExact(Math.max(0, row.paymentsApplied() - known));
  }

  private Violation violation(Breach breach, String account, String what) {
    Section section = evidence.plan().isOfRequests(account) ? Section.REQUESTS : Section.PAYMENTS;
    return new Violation(breach, section, account, what);
  }
}
