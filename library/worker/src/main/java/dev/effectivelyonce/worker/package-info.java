/** Consumers of SQS in a process of your own, which receives, handles and deletes messages. */
@NullMarked
package dev.effectivelyonce.worker;

import org.jspecify.annotations.NullMarked;
