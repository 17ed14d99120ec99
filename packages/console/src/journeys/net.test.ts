import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible, signIn } from '../testing/browser.ts'
import { need } from '../testing/installation.ts'
import { journey } from '../testing/journey.ts'
import { simulatedGateway } from '../testing/new-net.ts'
import type { World } from '../testing/world.ts'

const openNet = async (page: Page, world: World, name = 'Workshop'): Promise<void> => {
  await signIn(page, world)
  await page.getByRole('link', { name }).first().click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

/** Nothing listens there; of a port that is only free now a program may come to listen meanwhile. */
const closedPort = 1

journey('a network', ({ world, open, further }) => {
  test('shows how it is reached, how reading goes, and its devices', async (t) => {
    const page = await open(t)
    await openNet(page, world())
    await page.getByText('Connected', { exact: true }).waitFor()
    await page.getByRole('meter', { name: 'Bus load' }).waitFor()
    await page.getByText('Cycle, predicted').waitFor()
    await page.getByRole('table', { name: 'Devices' }).getByText('Reading').nth(5).waitFor()
    await assertAccessible(page)
  })

  further(() => {
    test('what the stream does not carry is loaded again, however much it carries', async (t) => {
      const page = await open(t)
      await openNet(page, world())
      const polls = page.locator('dt', { hasText: /^Polls$/ }).locator('xpath=following-sibling::dd')
      const before = Number(await polls.textContent())
      await page.waitForFunction(
        (count) => {
          const name = [...document.querySelectorAll('dt')].find((one) => one.textContent === 'Polls')
          return Number(name?.nextElementSibling?.textContent) > count
        },
        before,
        { timeout: 60_000 },
      )
    })

    test('its connection is ended after a question, and comes back by itself', async (t) => {
      const page = await open(t)
      await openNet(page, world())
      await page.getByText('Connected', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Reconnect' }).click()
      await assertAccessible(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Reconnect' }).click()
      await page.getByText('1 connection was ended.').waitFor()
      await page.getByText('the connection was dropped on request').waitFor()
      await page.getByText('Connected', { exact: true }).waitFor()
    })

    test('is renamed; reading is paused and goes on', async (t) => {
      const page = await open(t)
      await openNet(page, world())
      await page.getByLabel('Name', { exact: true }).fill('Work hall')
      await page.getByLabel('Time for an answer, ms').fill('700')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('heading', { level: 1, name: 'Work hall' }).waitFor()
      await page.getByText('Saved.').waitFor()
      await page.getByRole('button', { name: 'Pause reading' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Pause reading' }).click()
      await page.getByText('Reading of this network has been paused since').waitFor()
      await page.getByRole('button', { name: 'Go on reading' }).click()
      await page.getByText('Reading of this network has been paused since').waitFor({ state: 'detached' })
      await page.getByText('Connected', { exact: true }).waitFor()
    })

    test('its address is shared with another organization, and no longer', async (t) => {
      const { orgId } = need(await world().api.orgs.create({ name: 'Quarry' }))
      const page = await open(t)
      await openNet(page, world(), 'Work hall')
      const field = page.getByLabel('Number of the organization')
      await field.fill('999999')
      await page.getByRole('button', { name: 'Share', exact: true }).click()
      await page.getByText('It does not exist, or you have no access to it.').waitFor()
      await field.fill(String(orgId))
      await page.getByRole('button', { name: 'Share', exact: true }).click()
      await page.getByText(`Organization ${orgId}`).waitFor()
      await assertAccessible(page)
      await page.getByRole('button', { name: 'Stop sharing' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Stop sharing' }).click()
      await page.getByText(`Organization ${orgId}`).waitFor({ state: 'detached' })
    })

    for (const locale of ['en', 'pl', 'ru', 'uk']) {
      test(`fits on a phone, ${locale}`, async (t) => {
        const page = await open(t, { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, locale })
        await openNet(page, world(), 'Work hall')
        await page.getByRole('meter').waitFor()
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360)
        await assertAccessible(page)
      })
    }

    test('moves to another address, and says so when that is none', async (t) => {
      const page = await open(t)
      await openNet(page, world(), 'Work hall')
      const { host, port } = simulatedGateway(world())
      await page.getByLabel('Host').fill('no host')
      await page.getByLabel('Name for programs').fill('hall')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('This is no IP address and no name of a host.').waitFor()
      await page.getByLabel('Host').fill(host)
      await page.getByLabel('Port').fill(String(closedPort))
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText(`${host}:${closedPort}`, { exact: true }).waitFor()
      await page.getByText('Not connected', { exact: true }).first().waitFor()
      await page.getByLabel('Port').fill(String(port))
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Connected', { exact: true }).waitFor()
      const [net] = need(await world().api.nets.list({ orgId: world().orgId }))
      assert.deepEqual([net?.slug, net?.lid], ['hall', { direct: `${host}:${port}` }])
    })
  })
})
