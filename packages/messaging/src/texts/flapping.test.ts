import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aMessage, aSnapshot } from '../testing/message.ts'
import { compose } from './compose.ts'
import { mailText } from './mail-text.ts'
import { smsText } from './sms-text.ts'
import { voiceText } from './voice-text.ts'

const publicUrl = 'https://busbar.example.org'

for (const [language, flaps, steady] of [
  ['en', 'Flapping', 'Alert (stable again)'],
  ['pl', 'Niestabilny', 'Alarm (znów stabilny)'],
  ['ru', 'Дребезг', 'Тревога (снова стабильна)'],
  ['ua', 'Деренчання', 'Тривога (знову стабільна)'],
] as const) {
  test(`every channel reports that an alert flaps and that it is stable again: ${language}`, () => {
    for (const [isSteady, begins] of [
      [false, flaps],
      [true, steady],
    ] as const) {
      const flapping = { changes: 6, minutes: 10, isSteady }
      const message = aMessage({}, aSnapshot({ language, logAs: 'warning', flapping }))
      const composed = compose(message, publicUrl)
      assert.equal(composed.subject, `${begins}: Too hot`)
      for (const text of [mailText(composed), smsText(message, publicUrl, true), voiceText(message, publicUrl)])
        assert.equal(/6.*10 (min|мин|хв).*10 (min|мин|хв)/.test(text), !isSteady, text)
    }
  })
}

test('the mail contains the number of changes and the end of the suppression', () => {
  const flapping = { changes: 6, minutes: 10, isSteady: false }
  const said = (logAs: 'warning' | 'critical'): string =>
    mailText(compose(aMessage({}, aSnapshot({ logAs, flapping })), publicUrl))
  assert.match(
    said('warning'),
    /^Flapping: changed 6 times in 10 min; notifications are suppressed until it is stable for 10 min$/m,
  )
  assert.match(
    said('critical'),
    /^Flapping: changed 6 times in 10 min; each change is sent, because the alert is critical$/m,
  )
})
