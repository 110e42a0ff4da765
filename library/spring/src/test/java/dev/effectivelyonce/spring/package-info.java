@NullMarked
package dev.effectivelyonce.spring;

import org.jspecify.annotations.NullMarked;
