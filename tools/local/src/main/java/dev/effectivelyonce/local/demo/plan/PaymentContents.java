package dev.effectivelyonce.local.demo.plan;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Payments over a number of accounts, and the balances that the accounts need for them. */
final class PaymentContents implements QueuePlanner.Contents {
  /** The accounts of a run of the usual size. */
  private static final int USUAL_ACCOUNTS = 200;

  /**
   * The most payments of an account in a longer run: an account's payments run one after the other.
   */
  private static final int MOST_PAYMENTS_PER_ACCOUNT = 25;

  private static final int FEWEST_ACCOUNTS = 20;
  private static final int PAYMENTS_PER_ACCOUNT = 5;
  private static final int ACCOUNTS_WITHOUT_ROW = 3;
  private static final int MOST_CENTS = 100_000;

  private final RandomGenerator random;
  private final List<String> accounts;
  private final long openingCents;

  PaymentContents(RandomGenerator random, int payments) {
    this.random = random;
    int most = Math.max(USUAL_ACCOUNTS, payments / MOST_PAYMENTS_PER_ACCOUNT);
    int count = Math.clamp(payments / PAYMENTS_PER_ACCOUNT, FEWEST_ACCOUNTS, most);
    this.accounts =
        IntStream.range(0, count)
            .mapToObj(it -> String.format(Locale.ROOT, "account-%03d", it))
            .toList();
    // Enough for each payment several times: a repeated effect must show, and not be refused.
    this.openingCents = 5L * MOST_CENTS * (1 + payments / count);
  }

  @Override
  public Event event(Kind kind, int index) {
    Event.Id id =
        new Event.Id(DemoQueue.PAYMENTS, String.format(Locale.ROOT, "payment-%06d", index));
    long amountCents = 100L + random.nextInt(MOST_CENTS - 100);
    return switch (kind) {
      case OVER_BALANCE -> new Event(id, kind, account(index), openingCents + amountCents);
      case NO_ACCOUNT ->
          new Event(id, kind, "no-account-" + index % ACCOUNTS_WITHOUT_ROW, amountCents);
      default -> new Event(id, kind, account(index), amountCents);
    };
  }

  /** Neighbouring indices get different accounts, so those of special kinds share none. */
  private String account(int index) {
    return accounts.get(index % accounts.size());
  }

  @Override
  public String body(Event event, long amountCents) {
    return Bodies.payment(event.id().key(), event.accountId(), amountCents);
  }

  @Override
  public Optional<String> anyGroup() {
    return Optional.of(accounts.get(random.nextInt(accounts.size())));
  }

  SortedMap<String, Long> openingCents() {
    SortedMap<String, Long> opening = new TreeMap<>();
    accounts.forEach(account -> opening.put(account, openingCents));
    return opening;
  }
}
