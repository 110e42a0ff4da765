package dev.effectivelyonce.cli.console;

import static java.util.regex.Pattern.MULTILINE;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The lines in which two bodies differ, as a page shows them. */
final class BodyDiff {
  /** JSON that takes more than this in lines is compared as it is written. */
  private static final int MOST_INDENTED = 1_000_000;

  /** Above this many pairs of lines, no lines between the first and the last change are matched. */
  private static final long MOST_PAIRS = 1_000_000;

  private static final int MOST_SHOWN = 400;

  /** What no one sees: spaces at the end of a line, and characters without a shape. */
  private static final Pattern UNSEEN =
      Pattern.compile(
          "(?<!^[-+ ])[ \\t]$|[\\h&&[^ \\t]]|[\\u00ad\\u200b-\\u200d\\u2060\\ufeff]", MULTILINE);

  private static final int CONTEXT = 3;

  private final List<String> before;
  private final List<String> after;

  /** How many lines are the same at the beginning, and at the end. */
  private final int head;

  private final int tail;
  private final List<String> lines = new ArrayList<>();

  private BodyDiff(List<String> before, List<String> after) {
    this.before = before;
    this.after = after;
    int least = Math.min(before.size(), after.size());
    int same = 0;
    while (same < least && before.get(same).equals(after.get(same))) {
      same++;
    }
    this.head = same;
    int end = 0;
    while (end < least - same
        && before.get(before.size() - 1 - end).equals(after.get(after.size() - 1 - end))) {
      end++;
    }
    this.tail = end;
  }

  /** Returns the lines that differ, with some around them. JSON is compared member by member. */
  static Html of(String before, String after) {
    List<String> lines = lines(before, after);
    String shown = String.join("\n", lines.subList(0, Math.min(MOST_SHOWN, lines.size())));
    String marked = UNSEEN.matcher(shown).replaceAll(BodyDiff::mark);
    return Html.all(
        Html.of("<pre><code>{}</code></pre>", marked),
        marked.equals(shown)
            ? Html.NONE
            : Page.paragraph(
                "A mark such as <U+00A0> stands for a character that can't be seen. It isn't in the"
                    + " body."),
        lines.size() > MOST_SHOWN
            ? Html.of(
                """
                <p>{} more lines are not shown here. Compare the bodies in an editor, and use the
                command.</p>
                """,
                lines.size() - MOST_SHOWN)
            : Html.NONE);
  }

  private static String mark(MatchResult unseen) {
    return String.format(Locale.ROOT, "<U+%04X>", (int) unseen.group().charAt(0));
  }

  /** Returns lines that begin with {@code -} if they go, and with {@code +} if they are new. */
  static List<String> lines(String before, String after) {
    String old = Indented.of(before, MOST_INDENTED);
    String now = Indented.of(after, MOST_INDENTED);
    boolean isShown = !old.equals(now) && Math.max(old.length(), now.length()) <= MOST_INDENTED;
    return isShown ? compared(old, now) : compared(before, after);
  }

  private static List<String> compared(String before, String after) {
    BodyDiff diff = new BodyDiff(split(before), split(after));
    diff.compare();
    return diff.lines;
  }

  /** Returns the lines of a text; an empty one at its end shows that a line break is there. */
  private static List<String> split(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split("\n", -1));
  }

  private void compare() {
    before.subList(Math.max(0, head - CONTEXT), head).forEach(it -> lines.add("  " + it));
    List<String> old = before.subList(head, before.size() - tail);
    List<String> now = after.subList(head, after.size() - tail);
    if ((long) old.size() * now.size() <= MOST_PAIRS) {
      match(old, now);
    } else {
      old.forEach(it -> lines.add("- " + it));
      now.forEach(it -> lines.add("+ " + it));
    }
    int end = before.size() - tail;
    before.subList(end, Math.min(before.size(), end + CONTEXT)).forEach(it -> lines.add("  " + it));
  }

  /** Matches as many lines as can be, in their order. */
  private void match(List<String> old, List<String> now) {
    int[][] common = new int[old.size() + 1][now.size() + 1];
    for (int i = old.size() - 1; i >= 0; i--) {
      for (int j = now.size() - 1; j >= 0; j--) {
        common[i][j] =
            old.get(i).equals(now.get(j))
                ? common[i + 1][j + 1] + 1
                : Math.max(common[i + 1][j], common[i][j + 1]);
      }
    }
    int i = 0;
    int j = 0;
    while (i < old.size() || j < now.size()) {
      if (i < old.size() && j < now.size() && old.get(i).equals(now.get(j))) {
        lines.add("  " + old.get(i));
        i++;
        j++;
      } else if (j == now.size() || (i < old.size() && common[i + 1][j] >= common[i][j + 1])) {
        lines.add("- " + old.get(i));
        i++;
      } else {
        lines.add("+ " + now.get(j));
        j++;
      }
    }
  }
}
