import type { Message, PartCondition, Snapshot } from '../message/message.ts'

export const aCondition = (some: Partial<PartCondition> = {}): PartCondition => ({
  net: 'Boiler house',
  device: 'Boiler 2',
  param: 'Water temperature',
  kind: 'g',
  limit: 90,
  holdSec: 0,
  value: 93.5,
  unit: '°C',
  precision: 1,
  reason: null,
  change: null,
  isAlso: false,
  ...some,
})

export const aSnapshot = (some: Partial<Snapshot> = {}): Snapshot => ({
  alertName: 'Too hot',
  orgName: 'Heat & Co',
  description: null,
  logAs: 'critical',
  sinceOn: Date.UTC(2026, 10, 15, 6, 25, 9),
  resolvedOn: null,
  confirmed: null,
  held: null,
  conditions: [aCondition()],
  language: 'en',
  timeZone: 'Europe/Kyiv',
  ...some,
})

/** A message as a channel gets it. */
export const aMessage = (some: Partial<Message> = {}, snapshot: Snapshot = aSnapshot()): Message => ({
  orgId: 3,
  id: 17,
  alertId: 7,
  episode: 2,
  item: 'a5',
  stage: 'active',
  type: 'email',
  recepient: 'olena@example.org',
  paramId: null,
  value: null,
  parts: [{ messageId: 17, alertId: 7, stage: some.stage ?? 'active', snapshot }],
  earlier: [],
  lateFrom: null,
  outage: null,
  isOfParent: false,
  partCount: 1,
  dueOn: Date.UTC(2026, 10, 15, 6, 25, 9),
  attempts: 1,
  reason: null,
  confirmUrl: null,
  ...some,
})

/** Input meant to break out of where a text is shown. */
export const hostileTexts = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '&lt;b&gt; &amp; </td></table>',
  'name\r\nBcc: victim@example.org\r\n\r\nbody',
  'name\nX-Injected: 1',
  'a\u2028b\u2029c\u0000d\u0085e\u001b[31m',
  '\u202etxt.exe\u202c',
  '\ud800 half a pair',
  '{text}{to}${alert(1)}{{constructor}}',
  '.\r\n.\r\nQUIT\r\n',
  'x'.repeat(5000),
] as const
