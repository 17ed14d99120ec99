import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { followUpStages } from '../../alert.ts'
import { aCondition, aMessage, aSnapshot, hostileTexts } from '../testing/message.ts'
import { compose } from './compose.ts'
import { mailHtml, mailText } from './mail-text.ts'
import { reasonText } from './reason-text.ts'
import { smsText, voiceText } from './sms-text.ts'
import { timeText } from './time-text.ts'
import { isLanguage, words } from './words.ts'

const publicUrl = 'https://busbar.example.org'
const languages = Object.keys(words).filter(isLanguage)
const stages = ['active', ...followUpStages] as const

test('every language has the same keys, and a text for each', () => {
  for (const [language, some] of Object.entries(words)) {
    assert.deepEqual(Object.keys(some), Object.keys(words.en), language)
    for (const [key, text] of Object.entries(some)) assert.match(text, /^\S(.*\S)?$/, `${language} ${key}`)
  }
})

describe('a message says what, where, value with unit, since when, and links to the console', () => {
  for (const language of languages) {
    for (const stage of stages) {
      test(`${language} ${stage}`, () => {
        const message = aMessage({ stage }, aSnapshot({ language }))
        const composed = compose(message, publicUrl)
        for (const text of [
          mailText(composed),
          mailHtml(composed).replaceAll('&#39;', "'"),
          smsText(message, publicUrl, true),
        ]) {
          for (const part of [
            'Too hot',
            'Boiler house / Boiler 2 / Water temperature',
            /93\.5 (°|)C/,
            '2026-11-15 08:25:09 Europe/Kyiv (UTC+02:00)',
            `${publicUrl}/alerts/7`,
          ]) {
            assert.match(text, part instanceof RegExp ? part : new RegExp(RegExp.escape(part)))
          }
          assert.doesNotMatch(text, /\b(stage|label|link|value|sms|digest)\.[a-z]/, 'a key without a text')
        }
        assert.match(voiceText(message, publicUrl), /Too hot. Heat & Co.*93\.5 °C \(> 90\)/)
      })
    }
  }
})

test('a mail in full', () => {
  const message = aMessage({ confirmUrl: `${publicUrl}/confirm/t?lang=en` })
  assert.equal(
    mailText(compose(message, publicUrl)),
    `What: Too hot
Level: Critical
Where: Boiler house / Boiler 2 / Water temperature
Value: 93.5 °C (> 90)
Since: 2026-11-15 08:25:09 Europe/Kyiv (UTC+02:00)
Organization: Heat & Co
Open in Busbar: https://busbar.example.org/alerts/7

I have seen it: https://busbar.example.org/confirm/t?lang=en
`,
  )
})

test('an SMS in full, in as few signs as the alphabet of SMS allows', () => {
  assert.equal(
    smsText(aMessage(), publicUrl, true),
    `Alert: Too hot
Heat & Co
Level: Critical
Boiler house / Boiler 2 / Water temperature: 93.5 C (> 90)
Since: 2026-11-15 08:25:09 Europe/Kyiv (UTC+02:00)
https://busbar.example.org/alerts/7
To confirm, answer: OK 17`,
  )
  assert.doesNotMatch(smsText(aMessage(), publicUrl, false), /OK 17/, 'nobody would hear the answer')
  assert.doesNotMatch(smsText(aMessage({ stage: 'resolved' }), publicUrl, true), /OK 17/)
  const confirmed = { on: 0, from: 'Olena', comment: 'On my way' }
  assert.match(
    smsText(aMessage({ stage: 'confirmed' }, aSnapshot({ confirmed })), publicUrl, true),
    /\nComment: On my way\n/,
  )
})

describe('a value', () => {
  for (const [condition, text] of [
    [{ value: 1 / 3, precision: null, unit: null, kind: 'eq', limit: 0 }, '0.333333333333 (= 0)'],
    [{ value: 12, precision: 0, unit: null, kind: 'bit-set', limit: 3 }, '12 (bit set: 3)'],
    [{ value: 12, precision: 0, unit: 'bar', kind: 'change-over', limit: 2.5 }, '12 bar (change over 2.5)'],
    [{ value: 5, precision: 2, unit: 'kWh', kind: 'le', limit: 7 }, '5.00 kWh (≤ 7)'],
    [{ value: 5, reason: 'Timeout', kind: 'no-data', limit: 60 }, 'no value (no answer) (no data for s: 60)'],
    [{ value: null, reason: 'IllegalDataAddress', kind: 'reading-error' }, 'no value (IllegalDataAddress)'],
    [{ value: null, kind: 'reading-error' }, 'no value'],
  ] as const) {
    test(text, () => {
      const snapshot = aSnapshot({ conditions: [aCondition(condition)] })
      const [section] = compose(aMessage({}, snapshot), publicUrl).sections
      assert.equal(section?.lines.find(({ label }) => label === 'Value')?.text, text)
    })
  }
})

test('a message about an outage names the network and the alerts behind it, and can be answered', () => {
  const told = ['One', 'Two', 'Three', 'Four'].map((alertName, at) => ({
    messageId: at,
    alertId: at + 1,
    stage: 'active' as const,
    snapshot: aSnapshot({ alertName }),
  }))
  const message = aMessage({ alertId: 0, outage: 'Boiler\r\nhouse', told, toldCount: 1000 })
  const composed = compose(message, publicUrl)
  assert.equal(composed.subject, 'Network is out: Boiler house (1000)')
  assert.match(mailText(composed), /^A network cannot be reached[^]*One[^]*alerts\/1\n[^]*Four[^]*And more: 996/)
  assert.match(
    smsText(message, publicUrl, true),
    /^Network is out: Boiler house \(1000\)\nAlert: One\nAlert: Two\nAlert: Three\nAnd more: 997\nhttps.*\nTo confirm, answer: OK 17$/,
  )
  assert.match(voiceText(message, publicUrl), /^Network is out: Boiler house \(1000\). Alert: One. /)
  const over = compose({ ...message, stage: 'resolved' }, publicUrl)
  assert.deepEqual([over.subject, over.confirm], ['After an outage of a network: Boiler house (1000)', null])
})

test('a digest tells of all, and how many there are besides', () => {
  const told = ['One', 'Two'].map((alertName, at) => ({
    messageId: at,
    alertId: at + 1,
    stage: 'active' as const,
    snapshot: aSnapshot({ alertName }),
  }))
  const message = aMessage({ alertId: 0, told, toldCount: 44 })
  const composed = compose(message, publicUrl)
  assert.equal(composed.subject, 'Alerts in ten minutes: 44')
  assert.match(mailText(composed), /One[^]*alerts\/1\n[^]*Two[^]*alerts\/2\n[^]*And more: 42/)
  assert.match(smsText(message, publicUrl, true), /44\nAlert: One\nAlert: Two\nAnd more: 42\nhttps/)
})

/** All tags of a page, with their attributes. */
const tagsOf = (html: string): string[] => html.match(/<[^>]*>/g) ?? []

const hostile = fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: 'binary', maxLength: 60 }))
const hostileSnapshot = fc
  .record({
    alertName: hostile,
    orgName: hostile,
    from: hostile,
    net: hostile,
    device: hostile,
    param: hostile,
    unit: hostile,
    reason: hostile,
    isRead: fc.boolean(),
    timeZone: hostile,
    language: fc.constantFrom(...languages),
  })
  .map(({ alertName, orgName, from, net, device, param, unit, reason, isRead, timeZone, language }) =>
    aSnapshot({
      alertName,
      orgName,
      timeZone,
      language,
      confirmed: { on: 0, from, comment: `+${from}` },
      conditions: [aCondition({ net, device, param, unit, reason: isRead ? null : reason })],
    }),
  )

test('nobody\u2019s text becomes markup, another header or another line', () => {
  fc.assert(
    fc.property(hostileSnapshot, fc.constantFrom(...stages), (snapshot, stage) => {
      const plainOne = aSnapshot({ language: snapshot.language, confirmed: { on: 0, from: 'x', comment: 'plain' } })
      const [composed, expected] = [snapshot, plainOne].map((one) => compose(aMessage({ stage }, one), publicUrl))
      assert.ok(composed && expected)
      assert.doesNotMatch(composed.subject, /[\p{Cc}\u2028\u2029\u202a-\u202e]/u)
      assert.deepEqual(tagsOf(mailHtml(composed)), tagsOf(mailHtml(expected)))
      assert.equal(mailText(composed).split('\n').length, mailText(expected).split('\n').length)
      const sms = smsText(aMessage({ stage }, snapshot), publicUrl, true)
      assert.ok(sms.length < 500 && sms.isWellFormed())
      assert.ok(sms.split('\n').length <= 8)
      assert.doesNotMatch(voiceText(aMessage({ stage }, snapshot), publicUrl), /[\p{Cc}\u2028\u2029]/u)
    }),
  )
})

describe('times are told with their zone', () => {
  const winter = Date.UTC(2026, 0, 1, 12)
  for (const [zone, text] of [
    ['UTC', '2026-01-01 12:00:00 UTC'],
    ['Asia/Kolkata', '2026-01-01 17:30:00 Asia/Kolkata (UTC+05:30)'],
    ['Europe/London', '2026-01-01 12:00:00 Europe/London (UTC+00:00)'],
    ['no zone at all', '2026-01-01 12:00:00 UTC'],
  ] as const) {
    test(zone, () => assert.equal(timeText(winter, zone), text))
    assert.equal(timeText(1e300, zone), '?')
  }
})

describe('a reason in words', () => {
  for (const [reason, text] of [
    ['sms-limit', 'The monthly cost limit for SMS is reached.'],
    ['refused: 550 no such user', 'It was refused: 550 no such user'],
    ['digest: 12', 'It was sent along with others'],
    ['something\nelse', 'something else'],
  ] as const) {
    test(reason, () => assert.equal(reasonText(reason, 'en'), text))
  }
})
