// The settings of an IdempotentConsumer: their defaults, the rules that they keep, and the texts. consumer.json has the data.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Duration, Token } from 'aws-cdk-lib';
import type { IdempotentConsumerProps } from './idempotent-consumer';

export type Value = string | number | boolean | Duration | undefined;
export type Values = Record<string, Value>;
interface Rule { holds: string; text: string }
export interface AlarmData {
  id: string; action: 'page' | 'ticket'; of: 'queue' | 'deadLetters' | 'function' | 'library'; metric: string; statistic: string;
  threshold: number | string; reached: number; looked: number | string; text: string; section: string;
}
export const DATA: {
  defaults: Record<string, any>; rights: Record<string, string[]>; alarms: AlarmData[];
  rules: { consumer: Rule[]; environment: Rule[]; allow: Rule[] };
} = JSON.parse(readFileSync(join(__dirname, 'consumer.json'), 'utf8'));

/** The settings, with the defaults of those that are not given. */
export function derived(props: IdempotentConsumerProps) {
  const standard = DATA.defaults;
  const time = (name: keyof IdempotentConsumerProps, millis: number = standard[name]) => (props[name] as Duration | undefined) ?? Duration.millis(millis);
  const [timeout, outageTolerance] = [time('timeout'), time('outageTolerance')];
  const [backoffFirst, backoffLongest] = [time('backoffFirst'), time('backoffLongest')];
  const [sourceRetention, deadLetterRetention] = [time('sourceRetention'), time('deadLetterRetention')];
  const batchingWindow = time('batchingWindow', 0);
  const outage = outageTolerance.toMilliseconds();
  const leastVisibility = standard.visibilityFactor * timeout.toMilliseconds() + batchingWindow.toMilliseconds();
  const visibilityTimeout = time('visibilityTimeout', leastVisibility);
  const visibility = visibilityTimeout.toMilliseconds();
  // What a message waits at least after a receive: half of the backoff, and no longer than it is hidden.
  const wait = (receive: number) => Math.floor(Math.min(backoffFirst.toMilliseconds() * 2 ** Math.min(receive - 1, 20),
    backoffLongest.toMilliseconds(), 2 * visibility) / 2);
  let enoughReceives = 1;
  for (let waited = 0; waited < outage && enoughReceives <= standard.mostReceives; enoughReceives++) {
    waited += wait(enoughReceives);
  }
  const maxReceiveCount = props.maxReceiveCount ?? Math.min(Math.max(enoughReceives, standard.fewestReceives), standard.mostReceives);
  const waits = Array.from({ length: Math.max(maxReceiveCount - 1, 0) }, (_, at) => wait(at + 1));
  const oldestMessageAlarm = time('oldestMessageAlarm', Math.max(Math.min(Math.floor(outage / 2), standard.latestAlarm), 2 * visibility));
  const longestGap = Math.max(backoffLongest.toMilliseconds(), visibility) + timeout.toMilliseconds();
  const queuesRetention = sourceRetention.plus(deadLetterRetention);
  return {
    consumerName: props.consumerName, queueName: props.queueName, fifo: props.fifo ?? false, fifoThroughput: props.fifoThroughput,
    timeout, visibilityTimeout, leastVisibility: Duration.millis(leastVisibility), heartbeat: props.heartbeat,
    sourceRetention, deadLetterRetention, queuesRetention,
    recordRetention: time('recordRetention', queuesRetention.toMilliseconds() + standard.recordSlack),
    outageTolerance, longestOutage: Duration.millis(Math.floor(sourceRetention.toMilliseconds() / 2)), backoffFirst, backoffLongest,
    maxReceiveCount, enoughReceives, survivedOutage: Duration.millis(waits.reduce((sum, it) => sum + it, 0)),
    batchSize: props.batchSize ?? standard.batchSize as number, batchingWindow,
    maximumConcurrency: props.maximumConcurrency, reservedConcurrency: props.reservedConcurrency,
    runtime: props.runtime?.name, mode: props.mode ?? standard.mode as string, listing: props.listing ?? standard.listing as string,
    oldestMessageAlarm, oldestMillis: oldestMessageAlarm.toMilliseconds(), oldestSeconds: Math.floor(oldestMessageAlarm.toMilliseconds() / 1000),
    givenBackMinutes: Math.min(Math.floor(longestGap / 60_000) + 2, 24 * 60),
  };
}

/** The texts of the rules that don't hold. */
export function broken(rules: Rule[], values: Values): string[] {
  const holds = (condition: string) => {
    const [name, operator, wanted] = condition.split(' ') as [string, string, string];
    const [left, right] = [amount(values[name]), wanted in values ? amount(values[wanted]) : wanted];
    if ([left, right].some((it) => it === undefined || (typeof it === 'number' && Token.isUnresolved(it)))) {
      return true;
    }
    switch (operator) {
      case '==': return String(left) === String(right);
      case '~': return new RegExp(`^(?:${right})$`).test(String(left));
      case '%': return Number(left) % Number(right) === 0;
      case '>': return Number(left) > Number(right);
      case '>=': return Number(left) >= Number(right);
      case '<=': return Number(left) <= Number(right);
      default: throw new Error(`The rule '${condition}' has no operator`);
    }
  };
  return rules.filter((it) => !it.holds.split(' or ').some((all) => all.split(' and ').every(holds))).map((it) => filled(it.text, values));
}

function amount(value: Value) {
  return value instanceof Duration ? value.toMilliseconds() : value;
}

export function filled(text: string, values: Values) {
  return text.replace(/\{(\w+)}/g, (_, name) => told(values[name]));
}

function told(value: Value) {
  if (!(value instanceof Duration)) {
    return String(value);
  }
  const millis = value.toMilliseconds();
  return millis % 1000 ? `${millis} ms` : millis && millis % 86_400_000 === 0 ? `${millis / 86_400_000} days` : `${millis / 1000} s`;
}

/** As Java writes a duration, in hours, minutes and seconds. */
export function iso(duration: Duration) {
  const millis = duration.toMilliseconds();
  const [hours, minutes] = [Math.floor(millis / 3_600_000), Math.floor(millis / 60_000) % 60];
  const parts: [number, string][] = [[hours, 'H'], [minutes, 'M'], [millis % 60_000 / 1000, 'S']];
  return 'PT' + parts.map(([count, unit]) => (count ? `${count}${unit}` : '')).join('');
}
