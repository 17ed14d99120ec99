import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LogDetail } from '@busbar/alerts/model'
import { messageText } from './message-text.rules.ts'
import { timelineOf } from './timeline.rules.ts'

const on = new Date('2026-11-16T08:00:00.000Z')
const contextIn = (lang: 'en' | 'pl') => ({ lang, params: new Map(), conditions: new Map() })

test('the log says whom an escalation told, whom it did not reach, and what followed', () => {
  const rows: [LogDetail, string][] = [
    [{ what: 'escalated', round: 0, step: 1, to: ['Anna', 'Jan'] }, 'Escalation step 2: Anna, Jan.'],
    [{ what: 'escalated', round: 2, step: 0, to: ['Anna'] }, 'Escalation step 1, round 3: Anna.'],
    [{ what: 'unreached', contact: 'Anna', why: 'failed' }, 'Anna could not be notified on any channel.'],
    [
      { what: 'late', contact: 'Anna', type: 'sms', sec: 60, next: 'email' },
      'SMS to Anna: not delivered after 1 min, retrying. Also sent: E-mail to Anna.',
    ],
    [
      { what: 'late', contact: 'Anna', type: 'email', sec: 120, next: null },
      'E-mail to Anna: not delivered after 2 min, retrying. There is no other channel.',
    ],
    [{ what: 'unreached', contact: 'Jan', why: 'hours' }, 'Jan cannot be notified: outside their notification hours.'],
    [
      { what: 'nobody-reached', group: 'Night', step: 0, isLast: false },
      'No member of the group Night can be notified. The next step starts immediately.',
    ],
    [{ what: 'nobody-reached', group: null, step: 1, isLast: true }, 'No recipient of step 2 can be notified.'],
    [{ what: 'escalation-ended', rounds: 3 }, 'All steps are done without an acknowledgement. Rounds: 3.'],
  ]
  const record = { startedOn: on, closedOn: null, how: null }
  for (const [detail, text] of rows) {
    const [part] = timelineOf(record, [{ recordId: 1, on, detail }], [], contextIn('en'))
    assert.deepEqual(part?.texts, ['The alert fired.', text])
  }
  const [polish] = timelineOf(
    record,
    [{ recordId: 1, on, detail: { what: 'escalation-ended', rounds: 1 } }],
    [],
    contextIn('pl'),
  )
  assert.match(polish?.texts[1] ?? '', /^Wszystkie kroki/)
})

test('a message to a contact has their name', () => {
  const sent = {
    recordId: 1,
    id: 1,
    stage: 'active',
    type: 'sms',
    recepient: '+48600100200',
    paramId: null,
    value: null,
  } as const
  const state = { state: 'sent', attempts: 1, dueOn: on, sentOn: on, reason: null, unreached: null } as const
  assert.equal(messageText({ ...sent, ...state, contact: 'Anna' }, contextIn('en')), 'SMS to Anna, +48600100200: sent.')
  assert.equal(messageText({ ...sent, ...state, contact: null }, contextIn('en')), 'SMS to +48600100200: sent.')
})
