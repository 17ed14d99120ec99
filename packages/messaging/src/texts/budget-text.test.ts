import assert from 'node:assert/strict'
import { test } from 'node:test'
import { budgetLines } from './budget-text.ts'

test('amounts of a budget are in the language of the message; money has no prefix', () => {
  const budget = {
    news: 'exceeded',
    treeId: 't',
    place: 'Hall 2',
    month: '2026-11',
    plan: '12000',
    soFar: '12345',
    expected: null,
    percent: 3,
    unit: 'kWh',
  } as const
  assert.equal(budgetLines(budget, 'pl').map(({ text }) => text)[2], '12,345 MWh')
  const costs = { ...budget, soFar: '12345.50', unit: 'EUR' }
  assert.equal(budgetLines(costs, 'en').map(({ text }) => text)[2], '12 345.50 EUR')
})
