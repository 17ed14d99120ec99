import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '../testing/browser.ts'
import { paramIdOf } from '../testing/ids.ts'
import { expectOk } from '../testing/installation.ts'
import { furtherJourney } from '../testing/journey.ts'

furtherJourney('axis labels', ({ world, open }) => {
  test('labels of axes are never cut, and neighbours differ', async (t) => {
    const { api, orgId } = world()
    const paramId = await paramIdOf(world(), 'Main meter', 'E')
    const { id } = expectOk(await api.dashboards.create({ orgId, name: 'Large numbers' }))
    const settings = { value: { paramId }, of: 'counter' as const, per: 'day' as const, count: 3 }
    const place = { column: 1, row: 1, width: 3, height: 4 }
    const widget = { id: 'w0', kind: 'bars' as const, title: '', order: 1, place, settings }
    expectOk(await api.boards.save({ dashboardId: id, version: 1, widgets: [widget] }))
    const page = await open(t)
    for (const [unit, greatest, shown] of [
      ['kWh', 1_000_000, ['0.0', '0.5', '1.0']],
      ['pulses', 1_000_000, ['0', '500\u202f000', '1\u202f000\u202f000']],
      ['pulses', 1e12, ['0.0', '0.5', '1.0']],
    ] as const) {
      await page.route(/\/dashboard\/\d+\/(history|values)\//, async (route) => {
        const answer = await route.fetch()
        const body = await answer.json()
        for (const [at, bar] of (body.bars?.['w0'] ?? []).entries()) bar.value = at === 0 ? greatest : greatest / 2
        for (const value of body.values ?? []) value.unitName = unit
        await route.fulfill({ response: answer, json: body })
      })
      await signIn(page, world(), `/dashboards/${id}`)
      const ticks = page.locator('[data-tick]')
      await ticks.first().waitFor()
      const found = await ticks.evaluateAll((texts) =>
        texts.map((text) => ({ label: text.textContent, left: (text as SVGTextElement).getBBox().x })),
      )
      assert.deepEqual(
        found.map(({ label }) => label),
        shown,
      )
      assert.ok(
        found.every(({ left }) => left >= 0),
        JSON.stringify(found),
      )
      await page.unrouteAll({ behavior: 'wait' })
    }
  })
})
