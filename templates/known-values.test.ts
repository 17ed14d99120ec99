import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeValue, readExtent } from '@busbar/modbus'
import { evidenceOf } from './evidence.ts'
import { type ParamTemplate, templates } from './index.ts'
import { known } from './testing/known-values.all.ts'

const { published, made } = known

/** Registers of four digits each; bytes of a table of bits, whose lowest bit is the first. */
function wordsOf(hex: string): number[] {
  const pieces = hex.split(' ').map((piece) => ({ bits: 4 * piece.length, value: Number.parseInt(piece, 16) }))
  return pieces.flatMap(({ bits, value }) =>
    bits === 8 ? Array.from({ length: 8 }, (_, bit) => (value >> bit) & 1) : [value],
  )
}

function shownBy(param: ParamTemplate, address: number, hex: string): string[] {
  const extent = readExtent(param)
  const words = wordsOf(hex).slice(extent.address - address, extent.address - address + extent.count)
  assert.equal(words.length, extent.count, `${param.label} is not in the frame`)
  const value = decodeValue(param, words)
  if ('err' in value) return [value.err]
  const word = param.enum?.[value.ok]?.en
  return word === undefined ? [value.ok] : [value.ok, word]
}

for (const [kind, frames] of Object.entries({ published, made })) {
  for (const [sku, [source, ...rows]] of Object.entries(frames)) {
    test(`${sku}: ${kind} registers show what they mean (${source})`, () => {
      const params = templates().get(sku)?.paramTemplates ?? []
      for (const [label, address, hex, shown] of rows) {
        const param = params.find((one) => one.label === label)
        assert.ok(param, label)
        const seen = shownBy(param, address, hex)
        assert.ok(seen.includes(shown ?? 'no-value'), `${label}: ${hex} shows ${seen.join(', ')}, not ${shown}`)
      }
    })
  }
}

test('every family has a published frame, or is our own and has a made one', () => {
  for (const template of new Set(templates().values())) {
    const { state } = evidenceOf(template)
    assert.ok(state === 'published' || template.skus.some((sku) => sku in made), template.skus.join())
  }
})
