package dev.effectivelyonce.local.demo.plan;

import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** Transfers between a few accounts, and the balances that the accounts need for them. */
public final class TransferContents implements QueuePlanner.Contents {
  /** Few enough that transfers meet at their rows, in both directions. */
  private static final int ACCOUNTS = 20;

  /** Enough for each transfer several times: a repeated effect must show, and not be refused. */
  private static final long OPENING_CENTS = 1_000_000_000_000L;

  private static final int MOST_CENTS = 100_000;
  private static final String WITHOUT_ROW = "no-book";

  private final RandomGenerator random;

  TransferContents(RandomGenerator random) {
    this.random = random;
  }

  /** Returns the balances before the first transfer, by account. */
  public static SortedMap<String, Long> openingCents() {
    SortedMap<String, Long> opening = new TreeMap<>();
    for (int number = 0; number < ACCOUNTS; number++) {
      opening.put(account(number), OPENING_CENTS);
    }
    return opening;
  }

  /** Returns the account that a transfer raises. */
  public static String toAccount(Event transfer) {
    int from = transfer.id().key().hashCode();
    String other = account(Math.floorMod(from, ACCOUNTS));
    return other.equals(transfer.accountId()) ? account(Math.floorMod(from + 1, ACCOUNTS)) : other;
  }

  private static String account(int number) {
    return String.format(Locale.ROOT, "book-%02d", number);
  }

  @Override
  public Event event(Kind kind, int index) {
    Event.Id id =
        new Event.Id(DemoQueue.LEDGER, String.format(Locale.ROOT, "transfer-%06d", index));
    long amountCents = 100L + random.nextInt(MOST_CENTS - 100);
    String from = account(random.nextInt(ACCOUNTS));
    return switch (kind) {
      case OVER_BALANCE -> new Event(id, kind, from, 2 * ACCOUNTS * OPENING_CENTS);
      case NO_ACCOUNT -> new Event(id, kind, WITHOUT_ROW, amountCents);
      default -> new Event(id, kind, from, amountCents);
    };
  }

  @Override
  public String body(Event event, long amountCents) {
    return Bodies.transfer(event.id().key(), event.accountId(), toAccount(event), amountCents);
  }

  @Override
  public Optional<String> anyGroup() {
    return Optional.empty();
  }
}
