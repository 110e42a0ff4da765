package dev.effectivelyonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.effectivelyonce.operations.bench.LocalAws;
import java.io.File;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.support.ui.WebDriverWait;

/** The console in a browser: Debian's Chromium, which build/chromium installs. */
class ConsoleBrowserIT extends LiveCommandTest {
  private static final String BROKEN = Bench.body("O-1").replace("1250", "\"1250 EUR\"");

  /**
   * Returns what keeps somebody from reading or using the page: text and borders of controls by the
   * contrast that WCAG 2.2 asks for, controls without a name, and a page that is wider than its
   * window.
   */
  private static final String OBSTACLES =
      """
      const found = [];
      const parsed = text => text.match(/[\\d.]+/g).map(Number);
      const ground = e => {
        for (; e; e = e.parentElement) {
          const c = parsed(getComputedStyle(e).backgroundColor);
          if (c.length < 4 || c[3] > 0) return c;
        }
        const dark = matchMedia('(prefers-color-scheme: dark)').matches;
        return dark ? [18, 18, 18] : [255, 255, 255];
      };
      const light = c => {
        const [r, g, b] = c.slice(0, 3).map(v => v / 255)
          .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const contrast = (a, b) => {
        const [x, y] = [light(a), light(b)].sort((p, q) => q - p);
        return (x + 0.05) / (y + 0.05);
      };
      const shown = e => e.tagName + ' ' + (e.id || e.textContent.trim().slice(0, 40));
      for (const e of document.querySelectorAll('body *')) {
        const hasText = [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
        const ratio = contrast(parsed(getComputedStyle(e).color), ground(e));
        if (hasText && ratio < 4.5) found.push('text ' + ratio.toFixed(2) + ': ' + shown(e));
      }
      const controls = 'input:not([type=hidden]), textarea, select, button, .button';
      for (const e of document.querySelectorAll(controls)) {
        const named = e.textContent.trim() || e.ariaLabel || (e.labels && e.labels.length);
        if (!named || (e.tagName === 'TEXTAREA' && !e.labels.length)) {
          found.push('no name: ' + shown(e));
        }
        const ratio = contrast(parsed(getComputedStyle(e).borderTopColor), ground(e.parentElement));
        if (e.type !== 'checkbox' && ratio < 3) {
          found.push('border ' + ratio.toFixed(2) + ': ' + shown(e));
        }
      }
      if (document.querySelectorAll('h1').length !== 1) found.push('not one h1');
      if (!document.documentElement.lang) found.push('no language');
      const width = document.documentElement.scrollWidth;
      if (width > innerWidth) found.push('wider than its window: ' + width);
      return found;
      """;

  private ChromeDriver browser;

  @BeforeEach
  void openBrowser() {
    ChromeOptions options = new ChromeOptions();
    options.setBinary("/usr/bin/chromium");
    options.addArguments("--headless=new", "--no-sandbox", "--disable-dev-shm-usage");
    browser =
        new ChromeDriver(
            new ChromeDriverService.Builder()
                .usingDriverExecutable(new File("/usr/bin/chromedriver"))
                .build(),
            options);
    browser.manage().timeouts().pageLoadTimeout(Duration.ofMinutes(1));
  }

  @AfterEach
  void closeBrowser() {
    browser.quit();
  }

  @ParameterizedTest
  @CsvSource({"1280, light", "1280, dark", "400, light", "400, dark"})
  void eachPageCanBeReadAndUsed(int width, String scheme) {
    seen(width, scheme);
    bench.failed("O-1");
    bench.heldInStep("O-3");
    bench.sendDead(Bench.body("O-1"));
    String broken = bench.sendDead(BROKEN);
    try (OpenConsole console = opened()) {
      browser.get(console.address().toString());
      assertNoObstacle("Overview");
      goTo("dead-letters?consumer=orders");
      assertNoObstacle("Dead letters of orders");
      goTo("letter?consumer=orders&id=" + broken);
      assertNoObstacle("Dead letter " + broken);
      click("Discard");
      assertNoObstacle("Discard dead letter " + broken);
      goTo("correct?consumer=orders&id=" + broken);
      assertNoObstacle("Correct dead letter " + broken);
      button("Preview");
      assertNoObstacle("Correct dead letter " + broken);
      goTo("records?consumer=orders&list=failed");
      assertNoObstacle("Records of orders: failed");
      goTo("event?record=" + OpenConsole.record("O-3"));
      assertNoObstacle("An event of orders");
      goTo("acts");
      assertNoObstacle("Acts");
      goTo("none");
      assertNoObstacle("This can't be shown");
    }
  }

  /** As the runbook has it: from the overview to the end of the act, by clicks alone. */
  @Test
  void aGroupOfDeadLettersIsReplayed() {
    seen(1280, "light");
    bench.failed("O-1");
    bench.sendDead(Bench.body("O-1"));
    try (OpenConsole console = opened()) {
      browser.get(console.address().toString());
      click("1 dead letter");
      click("com.example.CardDeclined");
      click("Replay");
      confirm("T-7");

      await("Ended");
      assertThat(text()).contains("Reopened and sent", "T-7");
      assertThat(bench.bodies(bench.url(bench.queue))).containsExactly(Bench.body("O-1"));
    }
  }

  @Test
  void aBodyIsCorrectedAndTheTextIsThereAgainAfterThePreview() {
    seen(400, "dark");
    String id = bench.sendDead(BROKEN);
    try (OpenConsole console = opened()) {
      browser.get(console.address().toString());
      goTo("letter?consumer=orders&id=" + id);
      click("Correct and resend…");
      type("body", Bench.body("O-1") + "\n ");
      button("Preview");
      button("Change the text");

      assertThat(found(By.id("body")).getDomProperty("value")).isEqualTo(Bench.body("O-1") + "\n ");
      type("body", Bench.body("O-1"));
      button("Preview");
      confirm("T-7");

      await("Ended");
      assertThat(bench.bodies(bench.url(bench.queue))).containsExactly(Bench.body("O-1"));
      assertThat(bench.bodies(bench.deadLetters())).isEmpty();
    }
  }

  private OpenConsole opened() {
    return OpenConsole.started(
        bench,
        "--write",
        "--endpoint=sqs=" + LocalAws.sqsEndpoint(),
        "--endpoint=dynamodb=" + LocalAws.dynamoDbEndpoint());
  }

  private void seen(int width, String scheme) {
    browser.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", false));
    browser.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  private void goTo(String page) {
    String here = browser.getCurrentUrl();
    browser.get(here.substring(0, here.lastIndexOf('/') + 1) + page);
  }

  private void assertNoObstacle(String title) {
    assertThat(browser.getTitle()).startsWith(title);
    assertThat((List<?>) browser.executeScript(OBSTACLES)).as(browser.getCurrentUrl()).isEmpty();
  }

  private void click(String link) {
    found(By.partialLinkText(link)).click();
  }

  private void button(String name) {
    found(By.xpath("//button[.='" + name + "']")).click();
  }

  private void type(String field, String text) {
    WebElement element = found(By.id(field));
    element.clear();
    element.sendKeys(text);
  }

  private void confirm(String reason) {
    type("reason", reason);
    type("word", OpenConsole.word(browser.getPageSource()));
    found(By.cssSelector("form[action=act] button")).click();
  }

  /** Returns an element of the page, or of the next one if it is on its way. */
  private WebElement found(By element) {
    return new WebDriverWait(browser, Duration.ofMinutes(1))
        .withMessage(() -> element + " on the page " + text())
        .until(it -> it.findElements(element).stream().findFirst().orElse(null));
  }

  /** The page asks again by itself until the act is over. */
  private void await(String part) {
    new WebDriverWait(browser, Duration.ofMinutes(1))
        .withMessage(() -> part + " on the page " + text())
        .until(it -> text().contains(part));
  }

  private String text() {
    return String.valueOf(browser.executeScript("return document.body.innerText"));
  }
}
