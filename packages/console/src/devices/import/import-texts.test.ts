import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noteTexts, questionTexts } from '@busbar/import/texts'
import { readCatalogue } from '@busbar/ui/catalogue'
import { root } from '../../build/root.ts'

test('English notes and questions of an import are those that the API returns', () => {
  const { imports } = readCatalogue(`${root}messages`, 'en')
  assert.partialDeepStrictEqual(imports, { noteTexts, questionTexts })
})
