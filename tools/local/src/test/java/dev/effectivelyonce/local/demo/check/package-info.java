/** Tests of the demo's checks: each kind of violation must be seen. */
@NullMarked
package dev.effectivelyonce.local.demo.check;

import org.jspecify.annotations.NullMarked;
