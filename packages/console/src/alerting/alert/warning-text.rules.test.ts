import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textsIn } from '../../testing/texts.ts'
import { warningText } from './alert.rules.ts'

const [en, pl] = [textsIn('en'), textsIn('pl')]

for (const [warning, english, polish] of [
  [
    'conditions: there are none, so the alert never begins',
    'It has no conditions, so it never fires.',
    'Alarm nie ma warunków, więc nigdy nie zadziała.',
  ],
  [
    'conditions.1.value: is never true: the parameter has values from -3.5 to 6553.5',
    'Condition 2: never met: the parameter has values from -3.5 to 6553.5.',
    'Warunek 2: nigdy nie jest spełniony: parametr ma wartości od -3.5 do 6553.5.',
  ],
  [
    'followUps.0.type: the installation has no provider for voice-call',
    'Follow-up 1: this installation has no provider for this channel (Voice call).',
    'Kolejny krok 1: ta instalacja nie obsługuje tego kanału (Połączenie głosowe).',
  ],
  ['actions.0.type: is odd in some new way', 'Action 1: is odd in some new way', 'Działanie 1: is odd in some new way'],
] as const) {
  test(warning, () => {
    assert.equal(warningText(en, warning), english)
    assert.equal(warningText(pl, warning), polish)
  })
}
