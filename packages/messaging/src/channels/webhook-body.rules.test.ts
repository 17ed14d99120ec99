import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { hostileTexts } from '../testing/message.ts'
import { fillWebhookBody, parseWebhookBody, webhookFields } from './webhook-body.rules.ts'

const filled = (text: string, some: Partial<Record<keyof typeof webhookFields, string | number | null>> = {}) => {
  const parsed = parseWebhookBody(text)
  return 'err' in parsed ? parsed : fillWebhookBody(parsed.ok, { ...webhookFields, ...some })
}

test('fields are filled where they stand; one that stands alone keeps its kind', () => {
  for (const [text, expected] of [
    ['{"text": "{alert.name}: {value} {unit}"}', { text: 'Too hot: 93.5 °C' }],
    ['{"v": "{value}", "over": "{resolvedOn}"}', { v: 93.5, over: null }],
    ['["{net}", 1, true, null, {"a": [" {resolvedOn}"]}]', ['Boiler house', 1, true, null, { a: [' '] }]],
    ['{"a": "{{net}}"}', { a: '{net}' }],
    ['{"a": "{net:6}", "b": "at {net:99}", "v": "{value:2}"}', { a: 'Boile…', b: 'at Boiler house', v: 93.5 }],
  ] as const)
    assert.deepEqual(filled(text), expected)
})

test('an error names its position', () => {
  for (const [text, err] of [
    ['{"a": }', /^is not JSON/],
    ['"text"', /^must be an object or a list$/],
    ['7', /^must be an object or a list$/],
    ['{"a": ["x", "{alertName}"]}', /^a: 1: \{alertName\} is no field; there are id, stage/],
    ['{"a": "{toString}"}', /is no field/],
    ['{"a": "{net:0}"}', /is no field/],
    [`${'['.repeat(30)}1${']'.repeat(30)}`, /levels deep$/],
  ] as const) {
    const parsed = parseWebhookBody(text)
    assert.match('err' in parsed ? parsed.err : 'ok', err, text)
  }
})

test('inserted values never become structure', () => {
  const text = '{"a": "x {alert.name} y", "b": "{alert.name}", "c": 1}'
  for (const name of hostileTexts) {
    const json = JSON.stringify(filled(text, { 'alert.name': name }))
    assert.deepEqual(Object.keys(JSON.parse(json) as object), ['a', 'b', 'c'])
  }
})

test('any JSON of the organization comes out as JSON', () => {
  fc.assert(
    fc.property(fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())), (value) => {
      const parsed = parseWebhookBody(JSON.stringify(value))
      if ('ok' in parsed) JSON.parse(JSON.stringify(fillWebhookBody(parsed.ok, webhookFields)))
      else assert.match(parsed.err, /is no field|levels deep/)
    }),
  )
})
