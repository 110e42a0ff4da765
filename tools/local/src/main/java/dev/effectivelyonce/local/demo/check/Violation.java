package dev.effectivelyonce.local.demo.check;

import dev.effectivelyonce.local.demo.plan.DemoQueue;

/**
 * Something that is not as the guarantee promises.
 *
 * @param section where
 * @param subject the event, message or account
 * @param evidence what was found, and what should have been
 */
public record Violation(Breach breach, Section section, String subject, String evidence) {
  Violation(Breach breach, DemoQueue queue, String subject, String evidence) {
    this(breach, Section.of(queue), subject, evidence);
  }
}
