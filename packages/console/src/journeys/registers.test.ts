import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible, signIn } from '../testing/browser.ts'
import { idsOf } from '../testing/ids.ts'
import { furtherJourney } from '../testing/journey.ts'
import type { World } from '../testing/world.ts'

const openRegisters = async (page: Page, world: World, search = ''): Promise<void> => {
  const { netId } = await idsOf(world)
  await signIn(page, world, `/nets/${netId}/registers${search}`)
  await page.getByRole('heading', { level: 1, name: 'Workshop' }).waitFor()
}

furtherJourney('registers of a network', ({ world, open, further }) => {
  test('an area is read, a register picked, and shown as every type and order', async (t) => {
    const page = await open(t)
    await openRegisters(page, world())
    await page.getByLabel('Unit ID').first().fill('1')
    await page.getByLabel('Area').selectOption({ label: 'Input registers' })
    await page.getByLabel('Unit ID').first().fill('1')
    await page.getByLabel('Count').first().fill('20')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.waitForURL(/kind=input.*unit=1|unit=1.*kind=input/)
    const words = page.getByRole('table', { name: 'Register values' })
    await words.getByRole('button', { name: /^2: [0-9A-F]{4}/ }).click()
    const meanings = page.getByRole('table', { name: 'Interpretations of register 2' })
    await meanings.getByRole('row', { name: /^f32/ }).waitFor()
    await assertAccessible(page)
  })

  further(() => {
    test('a known value is found by what it would be there', async (t) => {
      const page = await open(t)
      await openRegisters(page, world(), '?unit=1&kind=input&count=20&pick=2')
      const first = page
        .getByRole('table', { name: 'Interpretations of register 2' })
        .getByRole('row', { name: /^u16/ })
      const value = (await first.getByRole('cell').first().textContent()) ?? ''
      await page.getByLabel('Value on the display').fill(value.replaceAll(/\D/g, ''))
      await page.getByLabel('Value on the display').press('Enter')
      await page.getByRole('list', { name: 'Possible registers' }).getByText(/u16/).first().waitFor()
    })

    test('a manual write asks for confirmation and shows its outcome', async (t) => {
      const page = await open(t)
      await openRegisters(page, world(), '?unit=1&kind=holding&at=60000&count=1')
      await page.getByRole('button', { name: 'Read', exact: true }).first().waitFor()
      await openRegisters(page, world(), '?unit=4&kind=holding&count=1')
      const field = page.getByLabel('Start at register 0')
      await field.or(page.getByText('This register belongs to the value')).first().waitFor()
      if (!(await field.isVisible())) return
      await field.fill('1 x')
      await page.getByText('Enter 1 to 16 numbers').waitFor()
      await field.fill('1')
      await page.getByRole('button', { name: 'Write…' }).click()
      await assertAccessible(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Write 1' }).click()
      await page
        .getByRole('dialog')
        .getByText(/The device responded\.|Refused:/)
        .waitFor()
    })

    test('a request of one’s own is answered in words; one that writes asks first', async (t) => {
      const page = await open(t)
      await openRegisters(page, world())
      const panel = page.getByRole('region', { name: 'Raw request' })
      await panel.getByLabel('Address').fill('2')
      await panel.getByLabel('Function').selectOption({ label: '4 Read input registers' })
      await panel.getByText('04 00 02 00 01').waitFor()
      await panel.getByRole('button', { name: 'Send', exact: true }).click()
      await panel.getByText(/^Response time /).waitFor()
      await assertAccessible(page)
      await panel.getByLabel('Function').selectOption({ label: 'Bytes' })
      await panel.getByLabel('Request').fill('06 00 00 00')
      await panel.getByRole('button', { name: 'Send…' }).click()
      await page
        .getByRole('dialog')
        .getByText(/^Unit 1 receives the bytes 06 00 00 00\./)
        .waitFor()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    })

    test('a time relay shows its events', async (t) => {
      const page = await open(t)
      await openRegisters(page, world())
      const panel = page.getByRole('region', { name: 'Controller and time relay' })
      await panel.getByLabel('Unit ID').first().fill('6')
      await panel.getByRole('button', { name: 'Read', exact: true }).last().click()
      await panel
        .getByText(/^\d+ · [01]{7}$/)
        .first()
        .waitFor()
      await assertAccessible(page)
    })

    test('the bus is scanned, and a unit is identified', async (t) => {
      const page = await open(t)
      await openRegisters(page, world())
      await page.getByLabel('Last unit ID').fill('6')
      await page.getByRole('button', { name: 'Scan', exact: true }).last().click()
      await page.getByText('6 of 6 unit IDs scanned').waitFor()
      const found = page.getByRole('list', { name: 'Units found' })
      await found.getByRole('button', { name: 'Identify' }).first().click()
      await found
        .getByText(/values match$/)
        .first()
        .waitFor({ timeout: 20_000 })
    })

    for (const locale of ['en', 'pl', 'ru', 'uk']) {
      test(`fits on a phone in the dark, ${locale}`, async (t) => {
        const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true } as const
        const page = await open(t, { ...phone, locale, colorScheme: 'dark' })
        await openRegisters(page, world(), '?unit=1&kind=input&count=20')
        await page.getByRole('table').last().waitFor()
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360)
        await assertAccessible(page)
      })
    }
  })
})
