import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { followUpStages } from '@busbar/alerts/model'
import { anyText } from '@busbar/kit/testing'
import { readCatalogue } from '@busbar/ui/catalogue'
import { createQuantityFormat } from '@busbar/ui/quantity'
import * as fc from 'fast-check'
import { smsCount } from '../smpp/parts.rules.ts'
import { aCondition, aMessage, aSnapshot, hostileTexts } from '../testing/message.ts'
import { compose } from './compose.ts'
import { mailHtml, mailText } from './mail-text.ts'
import { smsPartsMax, smsText } from './sms-text.ts'
import { texts } from './texts.ts'
import { timeText } from './time-text.ts'
import { reasonText } from './title.ts'
import { voiceText } from './voice-text.ts'
import { isLanguage, localeOf } from './words.ts'

const publicUrl = 'https://busbar.example.org'
const languages = Object.keys(texts).filter(isLanguage)
const stages = ['active', ...followUpStages] as const

test('Polish spans stand where they need no other case: 1 dzień, 2 dni', () => {
  const { alerts = {} } = readCatalogue(new URL('../../messages', import.meta.url).pathname, 'pl')
  const isWrong = (text: unknown): boolean => /\b(od|do|w ciągu|po) \{(span|hold)\}/u.test(JSON.stringify(text))
  const wrong = Object.values(alerts).filter(isWrong)
  assert.deepEqual(wrong, [])
  const day = { value: 5, reason: 'Timeout', kind: 'no-data', limit: 86_400 } as const
  const message = aMessage({}, aSnapshot({ language: 'pl', conditions: [aCondition(day)] }))
  assert.match(mailText(compose(message, publicUrl)), /brak danych przez 1 dzień/)
  const rose = aCondition({ kind: 'change-over', limit: 2.5, holdSec: 86_400, change: 5.2, unit: 'bar' })
  const risen = aMessage({}, aSnapshot({ language: 'pl', conditions: [rose] }))
  assert.match(mailText(compose(risen, publicUrl)), /wzrost o 5,2 bar \(czas: 1 dzień, próg: 2,5\)/)
})

describe('a message contains the alert, the location, the value with unit, the start and a link to the console', () => {
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
            /93[.,]5 (°|)C/,
            /2026-11-15 08:25(:09 Europe\/Kyiv \(UTC\+02:00\)| UTC\+02:00)/,
            `${publicUrl}/alerts/7`,
          ]) {
            assert.match(text, part instanceof RegExp ? part : new RegExp(RegExp.escape(part)))
          }
          assert.doesNotMatch(text, /\b(stage|label|link|value|sms|digest)\.[a-z]/, 'a key without a text')
        }
        assert.match(
          voiceText(message, publicUrl),
          /Too hot. Heat & Co.*Boiler house, Boiler 2, Water temperature: 93[.,]5 °C, \S+ [^>]*90\..*08:25/,
        )
      })
    }
  }
})

test('a mail in full', () => {
  const message = aMessage({ confirmUrl: `${publicUrl}/confirm/t?lang=en` })
  assert.equal(
    mailText(compose(message, publicUrl)),
    `Name: Too hot
Level: Critical
Source: Boiler house / Boiler 2 / Water temperature
Value: 93.5 °C (> 90)
Active since: 2026-11-15 08:25:09 Europe/Kyiv (UTC+02:00)
Organization: Heat & Co
Open or mute in Busbar: https://busbar.example.org/alerts/7

Acknowledge: https://busbar.example.org/confirm/t?lang=en
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
Active since: 2026-11-15 08:25 UTC+02:00
Mute: https://busbar.example.org/alerts/7
To acknowledge, reply: OK 17`,
  )
  assert.doesNotMatch(smsText(aMessage(), publicUrl, false), /OK 17/, 'nobody would hear the answer')
  assert.doesNotMatch(smsText(aMessage({ stage: 'resolved' }), publicUrl, true), /OK 17/)
  const confirmed = { on: 0, from: 'Olena', comment: 'On my way' }
  assert.match(
    smsText(aMessage({ stage: 'confirmed' }, aSnapshot({ confirmed })), publicUrl, true),
    /\nAcknowledged: Olena\nComment: On my way\n/,
  )
})

test('a call in full, in words', () => {
  const description = 'Close valve 3, then call the boiler house.'
  assert.equal(
    voiceText(aMessage({}, aSnapshot({ description })), publicUrl),
    'Alert: Too hot. Heat & Co. Level: Critical. Boiler house, Boiler 2, Water temperature: 93.5 °C, limit: above 90. ' +
      'Active since: November 15 at 08:25. Description: Close valve 3, then call the boiler house. ' +
      'To acknowledge the alert or stop these calls, open the Busbar console',
  )
})

describe('additional texts of SMS and calls', () => {
  const confirmed = { on: 0, from: 'Olena', comment: 'On my way' }
  const description = `Close valve 3. ${'Then wait. '.repeat(50)}`
  for (const language of languages) {
    test(language, () => {
      const message = aMessage({}, aSnapshot({ language, description, confirmed }))
      for (const text of [smsText(message, publicUrl, true), voiceText(message, publicUrl)]) {
        for (const part of ['90', 'On my way', 'Close valve 3.']) assert.ok(text.includes(part), `${part} in ${text}`)
      }
      assert.ok(voiceText(message, publicUrl).length < 700)
    })
  }
})

test('a further condition stands first, in every channel', () => {
  const also = aCondition({
    device: 'Pump',
    param: 'Pressure',
    value: 98,
    limit: 95,
    unit: 'bar',
    precision: 0,
    isAlso: true,
  })
  for (const [language, also1] of [
    ['en', 'also met'],
    ['pl', 'także spełniony'],
    ['ru', 'также выполнено'],
    ['ua', 'також виконано'],
  ] as const) {
    const message = aMessage({}, aSnapshot({ language, conditions: [also, aCondition()] }))
    const { subject, ...composed } = compose(message, publicUrl)
    assert.match(subject, new RegExp(`: Too hot \\(${also1}: Pressure 98 bar \\(> 95\\)\\)$`))
    const line = new RegExp(`${also1}: Boiler house( /|,) Pump( /|,) Pressure`, 'i')
    for (const text of [
      mailText({ ...composed, subject }),
      smsText(message, publicUrl, true),
      voiceText(message, publicUrl),
    ])
      assert.match(text, line)
  }
})

describe('a value', () => {
  for (const [condition, text] of [
    [{ value: 1 / 3, precision: null, unit: null, kind: 'eq', limit: 0 }, '0.33333 (= 0)'],
    [{ value: 4560.0566, precision: null, unit: 'W', kind: 'g', limit: 4000 }, '4.5601 kW (> 4)'],
    [{ value: 950, precision: 0, unit: 'W', kind: 'l', limit: 1234.5 }, '0.950 kW (< 1.2345)'],
    [{ value: 1_234_567, precision: 0, unit: 'm³', kind: 'g', limit: 1_000_000 }, '1 234 567 m³ (> 1 000 000)'],
    [{ value: 12, precision: 0, unit: null, kind: 'bit-set', limit: 3 }, '12 (bit 3 is set)'],
    [
      { value: 12.2, unit: 'bar', kind: 'change-over', limit: 2.5, holdSec: 600, change: 5.2 },
      '12.2 bar, rose by 5.2 bar within 10 min (limit 2.5)',
    ],
    [
      { value: 12.2, unit: 'bar', kind: 'change-over', limit: 2.5, holdSec: 90, change: -5.2 },
      '12.2 bar, fell by 5.2 bar within 90 sec (limit 2.5)',
    ],
    [
      { value: 12, precision: 0, unit: 'bar', kind: 'change-over', limit: 2.5, holdSec: 600 },
      '12 bar, changed by more than 2.5 within 10 min',
    ],
    [{ value: 5, precision: 2, unit: 'kWh', kind: 'le', limit: 7 }, '5.00 kWh (≤ 7)'],
    [{ value: 5, reason: 'Timeout', kind: 'no-data', limit: 60 }, 'no value (no response) (no data for 1 min)'],
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
  const parts = ['One', 'Two', 'Three', 'Four'].map((alertName, at) => ({
    messageId: at,
    alertId: at + 1,
    stage: 'active' as const,
    snapshot: aSnapshot({ alertName }),
  }))
  const message = aMessage({ alertId: 0, outage: 'Boiler\r\nhouse', parts, partCount: 1000 })
  const composed = compose(message, publicUrl)
  assert.equal(composed.subject, 'Network outage: Boiler house (1000)')
  assert.match(mailText(composed), /^A network cannot be reached[^]*One[^]*alerts\/1\n[^]*Four[^]*More: 996/)
  assert.match(
    smsText(message, publicUrl, true),
    /^Network outage: Boiler house \(1000\)\nHeat & Co\nAlert, Critical: One\nAlert, Critical: Two\nAlert, Critical: Three\nMore: 997\nMute: https.*\nTo acknowledge, reply: OK 17$/,
  )
  assert.match(
    voiceText(message, publicUrl),
    /^Network outage: Boiler house \(1000\). Heat & Co. Alert, Critical: One. /,
  )
  const over = compose({ ...message, stage: 'resolved' }, publicUrl)
  assert.deepEqual([over.subject, over.confirm], ['After a network outage: Boiler house (1000)', null])
})

describe('a digest', () => {
  const one = (
    alertName: string,
    net: string,
    logAs: 'critical' | 'failure',
    stage: 'active' | 'resolved' = 'active',
  ) => ({
    messageId: 1,
    alertId: alertName.length,
    stage,
    snapshot: aSnapshot({ alertName, logAs, conditions: [aCondition({ net })] }),
  })
  const parts = [
    one('One', 'Hall', 'failure'),
    one('Second', 'Boiler house', 'critical'),
    one('Third', 'Hall', 'failure', 'resolved'),
  ]
  const message = aMessage({ alertId: 0, parts, partCount: 3, confirmUrl: `${publicUrl}/confirm/t` })

  test('names stage and level of all, by network, with one link for the lot', () => {
    const composed = compose(message, publicUrl)
    assert.equal(
      composed.subject,
      'Alerts of the last ten minutes: 3 (Alert, Critical: 1; Alert, Failure: 1; Resolved, Failure: 1)',
    )
    const rest =
      '. Boiler 2 / Water temperature: 93.5 °C (> 90). Active since: 2026-11-15 08:25:09 Europe/Kyiv (UTC+02:00)'
    assert.equal(
      mailText(composed),
      `There were too many notifications to send each one separately. This is a summary. Organization: Heat & Co

Boiler house
- Alert, Critical: Second${rest}
  ${publicUrl}/alerts/6

Hall
- Alert, Failure: One${rest}
  ${publicUrl}/alerts/3
- Resolved, Failure: Third${rest}
  ${publicUrl}/alerts/5

Open or mute in Busbar: ${publicUrl}/alerts

Acknowledge: ${publicUrl}/confirm/t
`,
    )
    assert.equal(mailHtml(composed).match(/<li>/g)?.length, 3)
  })

  test('an SMS and a call have the gravest, and how many there are besides', () => {
    const more = { ...message, partCount: 44 }
    assert.match(
      smsText(more, publicUrl, true),
      /^Alerts of the last ten minutes: 44 \(.*\)\nHeat & Co\nAlert, Critical: Second\nAlert, Failure: One\nResolved, Failure: Third\nMore: 41\nMute: https:.*alerts$/,
    )
    assert.match(
      voiceText(more, publicUrl),
      /Alert, Critical: Second\. Alert, Failure: One\. .*More: 41\. To acknowledge/,
    )
  })
})

/** All tags of a page, with their attributes. */
const tagsOf = (html: string): string[] => html.match(/<[^>]*>/g) ?? []

const hostile = fc.oneof(fc.constantFrom(...hostileTexts), anyText(60))
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

test('texts of users never become markup, another header or another line', () => {
  fc.assert(
    fc.property(hostileSnapshot, fc.constantFrom(...stages), (snapshot, stage) => {
      const plainOne = aSnapshot({ language: snapshot.language, confirmed: { on: 0, from: 'x', comment: 'plain' } })
      const [composed, expected] = [snapshot, plainOne].map((one) => compose(aMessage({ stage }, one), publicUrl))
      assert.ok(composed && expected)
      assert.doesNotMatch(composed.subject, /[\p{Cc}\u2028\u2029\u202a-\u202e]/u)
      assert.deepEqual(tagsOf(mailHtml(composed)), tagsOf(mailHtml(expected)))
      assert.equal(mailText(composed).split('\n').length, mailText(expected).split('\n').length)
      const sms = smsText(aMessage({ stage }, snapshot), publicUrl, true)
      assert.ok(sms.isWellFormed())
      assert.ok(sms.split('\n').length <= 11)
      assert.doesNotMatch(voiceText(aMessage({ stage }, snapshot), publicUrl), /[\p{Cc}\u2028\u2029]/u)
    }),
  )
})

const long = (text: string): string => text.repeat(200).slice(0, 200)
const anSms = fc.record({
  language: fc.constantFrom(...languages),
  stage: fc.constantFrom(...stages),
  name: fc.constantFrom(long('Boiler '), long('Котёл номер '), long('🔥'), 'Too hot'),
  unit: fc.constantFrom('°C', 'kWh', 'м³/ч', 'µS/cm'),
  kind: fc.constantFrom('g', 'change-over', 'bit-set', 'no-data', 'reading-error'),
  value: fc.constantFrom(93.5, -123456789.25, 4294967295),
  isLate: fc.boolean(),
  isOver: fc.boolean(),
  isDigest: fc.boolean(),
})

test('an SMS is never of more parts than it may be, and numbers and units stay whole', () => {
  fc.assert(
    fc.property(anSms, ({ language, stage, name, unit, kind, value, isLate, isOver, isDigest }) => {
      const place = { net: name, device: name, param: name }
      const snapshot = aSnapshot({
        language,
        orgName: name,
        alertName: name,
        description: name,
        confirmed: { on: 0, from: name, comment: name },
        resolvedOn: isOver ? 0 : null,
        conditions: [aCondition({ ...place, unit, kind, value, precision: 2, change: 5.25, holdSec: 600 })],
      })
      const lateFrom = isLate ? 1e12 : null
      const parts = { messageId: 17, alertId: 7, stage, snapshot }
      const message = isDigest
        ? aMessage({ stage, alertId: 0, parts: Array.from({ length: 5 }, () => parts), partCount: 5 })
        : aMessage({ stage, lateFrom }, snapshot)
      const sms = smsText(message, publicUrl, true)
      assert.ok(smsCount(sms) <= smsPartsMax, `${smsCount(sms)} parts: ${sms}`)
      if (isDigest || kind === 'no-data' || kind === 'reading-error') return
      const { number, unit: shownUnit } = createQuantityFormat(localeOf(language), { isPlain: true }).quantityParts(
        kind === 'change-over' ? 5.25 : value,
        { unit, decimals: { min: 2, max: 2 } },
      )
      const shown = [shownUnit, shownUnit.replace('°', '').replace('µ', 'u').replace('³', '3')]
      assert.ok(
        shown.some((one) => sms.includes(`${number} ${one}`)),
        sms,
      )
    }),
  )
})

test('names lose their middle, and a unit that the alphabet of SMS lacks is still one', () => {
  const param = 'Temperature of the water that leaves boiler number 12'
  const sms = smsText(aMessage({}, aSnapshot({ conditions: [aCondition({ param, unit: '°' })] })), publicUrl, true)
  assert.match(sms, /Temperature of the \.\.es boiler number 12: 93\.5 deg \(> 90\)/)
})

describe('times include their time zone', () => {
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
    ['refused: 550 no such user', 'It was rejected: 550 no such user'],
    ['digest: 12', 'It was merged with other notifications'],
    ['something\nelse', 'something else'],
  ] as const) {
    test(reason, () => assert.equal(reasonText(reason, 'en'), text))
  }
})
