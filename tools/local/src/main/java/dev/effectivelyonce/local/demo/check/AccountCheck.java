package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.local.demo.check.Tables.AccountRow;
import dev.effectivelyonce.local.demo.check.Tables.LedgerRow;
import dev.effectivelyonce.local.demo.plan.DemoQueue;
import dev.effectivelyonce.local.demo.plan.Event;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
  private final Findings found;
  private final Map<String, List<LedgerRow>> ledgers;
  private final Map<String, Long> missingRows;

  AccountCheck(Evidence evidence, Findings found) {
    this.evidence = evidence;
    this.found = found;
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

  void check() {
    Map<String, AccountRow> rows = evidence.tables().accounts();
    Map<String, Long> opened = evidence.plan().openingCents();
    rows.keySet().stream()
        .filter(account -> !opened.containsKey(account))
        .forEach(account -> add(account, "nobody opened it"));
    opened.forEach(
        (account, cents) ->
            Optional.ofNullable(rows.get(account))
                .ifPresentOrElse(
                    row -> audit(account, cents, row), () -> add(account, "its row is missing")));
  }

  private void audit(String account, long openingCents, AccountRow row) {
    List<LedgerRow> ledger = ledgers.getOrDefault(account, List.of());
    long balanceCents = openingCents - ledger.stream().mapToLong(LedgerRow::amountCents).sum();
    if (row.equals(new AccountRow(balanceCents, ledger.size())) && isWithoutGap(ledger)) {
      return;
    }
    add(
        account,
        "%s, where its ledger has %s payments that leave %s cents; no payment has the numbers %s"
            .formatted(row, ledger.size(), balanceCents, gaps(row, ledger)));
    // A completed payment whose row is missing is reported as that.
    long known = ledger.size() + missingRows.getOrDefault(account, 0L);
    for (long count = known; count < row.paymentsApplied(); count++) {
      add(account, "double effect: lowered once more than payments explain");
    }
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

  private void add(String account, String what) {
    boolean isOfRequests = evidence.plan().isOfRequests(account);
    found.add(isOfRequests ? Section.REQUESTS : Section.PAYMENTS, account, what);
  }
}
