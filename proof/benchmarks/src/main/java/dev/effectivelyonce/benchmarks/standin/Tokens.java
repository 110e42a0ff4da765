package dev.effectivelyonce.benchmarks.standin;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The words of an expression or a statement, from left to right. For one thread. */
final class Tokens {
  private static final Pattern WORD = Pattern.compile("[#:]?\\w+|\"[^\"]*\"|'[^']*'|<=|>=|<>|\\S");
  private static final String END = "";

  private final String text;
  private final List<String> words;
  private int at;

  Tokens(String text) {
    this.text = text;
    this.words = WORD.matcher(text).results().map(MatchResult::group).toList();
  }

  /** The word that comes next, without its quotes; nothing at the end. */
  String peek() {
    String word = at < words.size() ? words.get(at) : END;
    boolean isQuoted = word.length() > 1 && (word.startsWith("\"") || word.startsWith("'"));
    return isQuoted ? word.substring(1, word.length() - 1) : word;
  }

  String next() {
    if (isDone()) {
      throw unexpected();
    }
    String word = peek();
    at++;
    return word;
  }

  /** Goes past a keyword or a sign, if it comes next. */
  boolean accept(String word) {
    boolean isNext = at < words.size() && words.get(at).equalsIgnoreCase(word);
    at += isNext ? 1 : 0;
    return isNext;
  }

  void expect(String... expected) {
    for (String word : expected) {
      if (!accept(word)) {
        throw unexpected();
      }
    }
  }

  boolean isDone() {
    return at == words.size();
  }

  void requireEnd() {
    if (!isDone()) {
      throw unexpected();
    }
  }

  Refusal unexpected() {
    return Refusal.invalid("Not understood at '" + peek() + "': " + text);
  }
}
