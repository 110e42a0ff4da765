/** Incidents of the runbook, staged on the deployed stack and ended by the runbook's commands. */
@NullMarked
package dev.effectivelyonce.integration.drill;

import org.jspecify.annotations.NullMarked;
