import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible, signIn } from '../testing/browser.ts'
import { furtherJourney } from '../testing/journey.ts'

furtherJourney('trying the API', ({ world, open }) => {
  test('an operation is picked, filled in and sent; one that writes asks first', async (t) => {
    const page = await open(t)
    await signIn(page, world(), '/settings/api')
    await page.getByLabel('Group', { exact: true }).selectOption('nets')
    const operation = page.getByLabel('Operation', { exact: true })
    const answer = page.getByRole('region', { name: 'Response' })
    const send = page.getByRole('button', { name: 'Send', exact: true })
    await operation.selectOption('nets.get')
    await page.getByText('netId is required.').waitFor()
    assert.equal(await send.isDisabled(), true)
    await operation.selectOption('nets.create')
    const body = page.getByLabel('Body (JSON)')
    await body.fill('{')
    await page.getByText('Invalid JSON:').waitFor()
    await body.fill('{"name": "Tried by hand", "connection": {"kind": "direct", "ip": "192.0.2.7", "port": 502}}')
    await page.getByText('-X POST').waitFor()
    await page.getByRole('button', { name: 'Send POST…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send POST…' }).click()
    await answer.getByText('200', { exact: true }).waitFor()
    await operation.selectOption('nets.list')
    await send.click()
    await answer.getByText('"Tried by hand"').waitFor()
    await assertAccessible(page)
  })
})
