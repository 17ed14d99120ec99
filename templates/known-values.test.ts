import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeValue, readExtent } from '@busbar/modbus'
import { type ParamTemplate, templates } from './index.ts'
import { known } from './testing/known-values.all.ts'

const { published, made, unpublished } = known

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

const familiesOf = (skus: object): Set<unknown> => new Set(Object.keys(skus).map((sku) => templates().get(sku)))

test('every family has a published frame, or stands in the list of those where none was found', () => {
  const [seen, missing, drawnUp] = [familiesOf(published), familiesOf(unpublished), familiesOf(made)]
  for (const template of new Set(templates().values())) {
    assert.notEqual(seen.has(template), missing.has(template), template.skus.join())
    if (missing.has(template)) assert.ok(drawnUp.has(template), template.skus.join())
  }
})
