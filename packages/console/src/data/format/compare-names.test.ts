import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareNames, setSortLanguage } from './compare-names.ts'

test('orders numbers inside names by value', () => {
  assert.deepEqual(['Pump 10', 'Pump 9', 'Pump 2'].toSorted(compareNames), ['Pump 2', 'Pump 9', 'Pump 10'])
})

test('orders letters by the chosen language', (t) => {
  t.after(() => setSortLanguage('en'))
  setSortLanguage('pl')
  assert.deepEqual(['Łódź', 'Mosina', 'Luboń'].toSorted(compareNames), ['Luboń', 'Łódź', 'Mosina'])
  assert.deepEqual(['cd', 'ćb', 'ca'].toSorted(compareNames), ['ca', 'cd', 'ćb'])
  setSortLanguage('uk')
  assert.deepEqual(['Й', 'І', 'Ґ', 'Г', 'Ї'].toSorted(compareNames), ['Г', 'Ґ', 'І', 'Ї', 'Й'])
})
