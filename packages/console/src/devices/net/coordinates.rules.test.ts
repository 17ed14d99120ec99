import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coordinateTexts, parseCoordinates } from './net.rules.ts'

test('a place needs both degrees within their ranges, or none', () => {
  for (const [latitude, longitude, place] of [
    ['50.45', '30.52', { latitude: 50.45, longitude: 30.52 }],
    ['-33.9', '151', { latitude: -33.9, longitude: 151 }],
    ['90', '-180', { latitude: 90, longitude: -180 }],
    ['', '', 'none'],
    ['50', '', null],
    ['91', '0', null],
    ['0', '180.1', null],
    ['NaN', '0', null],
  ] as const)
    assert.deepEqual(parseCoordinates(latitude, longitude), place, `${latitude} ${longitude}`)
})

test('a place is shown to about a metre', () => {
  assert.deepEqual(coordinateTexts({ latitude: 50.4500000001, longitude: 30.123456789 }), {
    latitude: '50.45',
    longitude: '30.12346',
  })
  assert.deepEqual(coordinateTexts({}), { latitude: '', longitude: '' })
})
