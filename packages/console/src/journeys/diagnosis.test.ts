import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { until } from '@busbar/kit/testing'
import type { Page } from 'playwright-core'
import { assertAccessible, signIn } from '../testing/browser.ts'
import { idsOf } from '../testing/ids.ts'
import { expectOk } from '../testing/installation.ts'
import { furtherJourney } from '../testing/journey.ts'
import type { World } from '../testing/world.ts'

const openBus = async (page: Page, world: World, tab = '/bus'): Promise<void> => {
  const { netId } = await idsOf(world)
  await signIn(page, world, `/nets/${netId}${tab}`)
  await page.getByRole('heading', { level: 1, name: 'Workshop' }).waitFor()
}

/** Waits for the first response of a unit. */
const untilRead = async (world: World, unit: number): Promise<void> => {
  const { netId } = await idsOf(world)
  await until(async () => {
    const { devices } = expectOk(await world.api.links.statistics({ netId }))
    return devices.some(({ modbusUnitId, lastGoodReadOn }) => modbusUnitId === unit && lastGoodReadOn !== undefined)
  })
}

furtherJourney('why a unit does not answer', ({ world, open, further }) => {
  test('a silent unit is named with what to do; its requests are seen live, and filtered', async (t) => {
    const { plant } = world()
    t.after(() => plant.faults.clear('workshop/3'))
    await untilRead(world(), 3)
    plant.faults.set('workshop/3', 'dead')
    const page = await open(t)
    await openBus(page, world())
    const verdict = page.getByRole('status').filter({ hasText: 'is unresponsive' })
    await verdict.getByText(/^Unit 3 · .+ is unresponsive\.$/).waitFor({ timeout: 30_000 })
    await verdict.getByText('What to check').click()
    await verdict.getByText('Is it powered?').waitFor()
    await page.getByRole('img', { name: /^Unit 1, 24 hours: \d+ of \d+ requests answered$/ }).waitFor()

    const requests = page.getByRole('table', { name: 'Live requests' })
    await requests.getByText('Read holding').or(requests.getByText('Read input')).first().waitFor()
    await page
      .getByRole('radiogroup')
      .or(page.getByRole('group', { name: 'Filter' }))
      .getByText('Problems')
      .click()
    await page.waitForURL('**/bus?show=problems')
    // A request that was held back was never sent.
    const unanswered = requests.getByRole('row').filter({ hasText: 'The device did not respond in time' }).first()
    await unanswered.getByRole('button').click({ timeout: 30_000 })
    await requests.getByText('sent', { exact: true }).waitFor()
    await assertAccessible(page)
  })

  further(() => {
    test('live requests are paused, and downloaded as a table', async (t) => {
      const page = await open(t)
      await openBus(page, world())
      const requests = page.getByRole('table', { name: 'Live requests' })
      await requests.getByRole('row').nth(3).waitFor()
      await page.getByRole('button', { name: 'Pause', exact: true }).click()
      const seen = await requests.getByRole('row').nth(1).textContent()
      await page.getByText(/^Paused\. [1-9]\d* new requests\.$/).waitFor()
      assert.equal(await requests.getByRole('row').nth(1).textContent(), seen)
      const saving = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download' }).click()
      const csv = await readFile(await (await saving).path(), 'utf8')
      assert.match(csv, /^on,unit,by,person,function,address,count,outcome,tookMs,sent,heard,words\r\n.+,poll,/)
      await page.getByRole('button', { name: 'Resume', exact: true }).click()
      await page.getByText('new requests').waitFor({ state: 'detached' })
    })

    test('the pages of a device and of its bus have the same verdict, another one for each fault', async (t) => {
      const { api, plant } = world()
      const { netId } = await idsOf(world())
      const { id: templateId } = expectOk(await api.templates.idBySku({ sku: 'em1p' }))
      const faults = [
        [3, 'is unresponsive', 'Is it powered?'],
        [5, 'is slow', 'Does the device have a response delay setting?'],
        [77, 'has never responded', 'Do its baud rate, parity and stop bits match the bus?'],
      ] as const
      for (const unit of [3, 5]) {
        await untilRead(world(), unit)
        t.after(() => plant.faults.clear(`workshop/${unit}`))
      }
      plant.faults.set('workshop/3', 'dead')
      plant.faults.set('workshop/5', 'slow', { ms: 270 })
      const wrong = { name: 'With a wrong unit id', modbusUnitId: 77, updatePeriodSec: 2, templateId }
      expectOk(await api.devices.create({ netId, devices: [wrong] }))
      const devices = expectOk(await api.nets.devices({ netId }))
      const page = await open(t)
      await openBus(page, world())
      const verdictOf = (unit: number, text: string) =>
        page.getByRole('status').filter({ has: page.getByText(new RegExp(`^Unit ${unit} · .*${text}\\.$`)) })
      for (const [unit, text] of faults) await verdictOf(unit, text).waitFor()
      for (const [unit, text, step] of faults) {
        await page.goto(`/devices/${devices.find(({ modbusUnitId }) => modbusUnitId === unit)?.id}`)
        await verdictOf(unit, text).waitFor()
        for (const [, other, otherStep] of faults) {
          assert.equal(await page.getByText(new RegExp(`${other}\\.$`)).count(), other === text ? 1 : 0)
          assert.equal(await page.getByText(otherStep).count(), otherStep === step ? 1 : 0)
        }
      }
    })

    test('the report is one page with what to do', async (t) => {
      const page = await open(t, { colorScheme: 'dark' })
      await openBus(page, world())
      await page.getByRole('link', { name: 'Report for electricians' }).click()
      await page.getByRole('heading', { name: 'What to check' }).waitFor()
      await page.getByRole('table', { name: 'Units' }).getByRole('row').nth(6).waitFor()
      await page.emulateMedia({ media: 'print' })
      assert.equal(await page.getByRole('navigation').first().isVisible(), false)
      await page.emulateMedia({ media: 'screen' })
      await assertAccessible(page)
    })

    for (const locale of ['en', 'pl', 'ru', 'uk']) {
      test(`fits on a phone, ${locale}`, async (t) => {
        const page = await open(t, { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, locale })
        for (const tab of ['/bus', '/report']) {
          await openBus(page, world(), tab)
          await page.getByRole('table').or(page.getByRole('list')).last().waitFor()
          assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, tab)
          await assertAccessible(page)
        }
      })
    }
  })
})
