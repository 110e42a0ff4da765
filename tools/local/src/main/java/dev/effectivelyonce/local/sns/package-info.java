/** SNS for the topics of the template: what is published goes to the queues that subscribe. */
@NullMarked
package dev.effectivelyonce.local.sns;

import org.jspecify.annotations.NullMarked;
