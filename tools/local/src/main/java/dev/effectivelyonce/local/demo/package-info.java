/** The demo: drives the running system with a plan, waits until all has settled, and judges it. */
@NullMarked
package dev.effectivelyonce.local.demo;

import org.jspecify.annotations.NullMarked;
