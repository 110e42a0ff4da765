/** Tests of the demo's plans. */
@NullMarked
package dev.effectivelyonce.local.demo.plan;

import org.jspecify.annotations.NullMarked;
