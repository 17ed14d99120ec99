import { test } from 'node:test'
import { assertAccessible, signIn } from '../testing/browser.ts'
import { expectOk } from '../testing/installation.ts'
import { journey } from '../testing/journey.ts'

journey('many dashboards', ({ world, open, further }) => {
  further(() => {
    test('more dashboards than tabs fit into a list that shows the current one', async (t) => {
      const { api, orgId } = world()
      for (let number = 1; number <= 13; number += 1) {
        expectOk(await api.dashboards.create({ orgId, name: `Board ${number}` }))
      }
      const page = await open(t)
      await signIn(page, world(), '/dashboards')
      const list = page.getByLabel('Dashboards', { exact: true }).and(page.getByRole('combobox'))
      await list.selectOption('Board 7')
      await page.getByRole('heading', { name: 'Board 7' }).waitFor()
      await list.locator('option:checked').getByText('Board 7').waitFor({ state: 'attached' })
      await assertAccessible(page)
      await list.selectOption('Default')
      await page.waitForURL(/\/dashboards$/)
    })
  })
})
