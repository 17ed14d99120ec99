import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible, dismissToasts, signIn } from '../testing/browser.ts'
import { idsOf } from '../testing/ids.ts'
import { expectOk } from '../testing/installation.ts'
import { journey } from '../testing/journey.ts'
import { simulatedGateway } from '../testing/new-net.ts'
import type { World } from '../testing/world.ts'

const openNet = async (page: Page, world: World, name = 'Workshop', tab = ''): Promise<void> => {
  const { netId } = await idsOf(world)
  await signIn(page, world, `/nets/${netId}${tab}`)
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

/** How much was read is asked for once in a while: all devices have been read by then. */
const untilCounted = async (page: Page, world: World): Promise<void> => {
  const { netId } = await idsOf(world)
  const isCounted = async (): Promise<boolean> =>
    expectOk(await world.api.availability.net({ netId, days: 1, steps: 96 })).devices.every(
      ({ share }) => share !== null,
    )
  while (!(await isCounted())) await page.waitForTimeout(100)
}

/** This port is never open; another program could start to listen on a port that is only free now. */
const closedPort = 1

journey('a network', ({ world, open, further }) => {
  test('each tab has its address: devices, bus health, connection and settings', async (t) => {
    const page = await open(t)
    await untilCounted(page, world())
    await openNet(page, world())
    const { pathname } = new URL(page.url())
    await page.getByRole('table', { name: 'Devices' }).getByText('Online').nth(5).waitFor()
    await page.getByText('6 of 6').waitFor()
    const tabs = page.getByRole('navigation', { name: 'Network sections' })
    await tabs.getByRole('link', { name: 'Bus health' }).click()
    await page.waitForURL(`**${pathname}/bus`)
    await page.getByRole('meter', { name: 'Bus load' }).waitFor()
    await page.getByText('Predicted cycle time').waitFor()
    await page.getByRole('img', { name: /^Cooling pump, 24 hours: \d+(\.\d+)?% of reads succeeded/ }).waitFor()
    await tabs.getByRole('link', { name: 'Connection' }).click()
    await page.getByText('all 6 respond').waitFor()
    await page.getByText('Connected', { exact: true }).last().waitFor()
    await tabs.getByRole('link', { name: 'Settings' }).click()
    await page.waitForURL(`**${pathname}/settings`)
    await page.getByRole('heading', { name: 'Delete network' }).waitFor()
    await assertAccessible(page)
  })

  further(() => {
    test('the gateway tab shows the port and the certificate of HTTPS, or why there is none', async (t) => {
      const page = await open(t)
      const fingerprint = Array(32).fill('A7').join(':')
      const listening = { port: 8443, fingerprint, problem: null }
      const problem = 'port 443 is in use by another program'
      let https: object = listening
      const shown = () => ({
        mac: '00:1a:2b:3c:4d:5e',
        told: { on: new Date().toISOString(), by: 'vpn', report: { https } },
      })
      await page.route(/\/net\/\d+\/gateway\//, (route) => route.fulfill({ json: shown() }))
      await openNet(page, world(), 'Workshop', '/gateway')
      await page.getByText('port 8443').waitFor()
      await page.getByText(fingerprint).waitFor()
      await assertAccessible(page)
      https = { port: null, fingerprint, problem }
      await page.reload()
      await page.getByText(`not available: ${problem}`).waitFor()
      await page.getByText(fingerprint).waitFor()
    })

    test('reloads data outside the stream, however busy the stream is', async (t) => {
      const page = await open(t)
      await openNet(page, world(), 'Workshop', '/bus')
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
      await openNet(page, world(), 'Workshop', '/connection')
      await page.getByText('Connected', { exact: true }).last().waitFor()
      await page.getByRole('button', { name: 'Reconnect' }).click()
      await assertAccessible(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Reconnect' }).click()
      await page.getByText('1 connection was closed.').waitFor()
      await page.getByText('the connection was dropped on request').waitFor()
      await page.getByText('Connected', { exact: true }).last().waitFor()
    })

    test('is renamed; reading is paused and goes on', async (t) => {
      const page = await open(t)
      await openNet(page, world(), 'Workshop', '/settings')
      await page.getByLabel('Name', { exact: true }).fill('Work hall')
      await page.getByLabel('Response timeout (ms)').fill('700')
      await page.getByRole('button', { name: 'Save' }).first().click()
      await page.getByRole('heading', { level: 1, name: 'Work hall' }).waitFor()
      await page.getByText('Saved.').waitFor()
      await page.getByRole('button', { name: 'Pause polling' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Pause polling' }).click()
      await page.getByText('Polling of this network has been paused since').waitFor()
      await page.getByRole('button', { name: 'Resume polling' }).click()
      await page.getByText('Polling of this network has been paused since').waitFor({ state: 'detached' })
      await page.getByRole('link', { name: 'Connection' }).click()
      await page.getByText('Connected', { exact: true }).last().waitFor()
    })

    test('its address is shared with another organization, and no longer', async (t) => {
      const { orgId } = expectOk(await world().api.orgs.create({ name: 'Quarry' }))
      const page = await open(t)
      await openNet(page, world(), 'Work hall', '/settings')
      const field = page.getByLabel('Organization number')
      await field.fill('999999')
      await page.getByRole('button', { name: 'Share', exact: true }).click()
      await page.getByText('This object does not exist, or you have no access to it.').waitFor()
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
        for (const tab of ['', '/bus', '/connection', '/settings']) {
          await openNet(page, world(), 'Work hall', tab)
          await page.getByRole('main').getByRole('heading', { level: 2 }).first().waitFor()
          assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, tab)
          await assertAccessible(page)
        }
      })
    }

    test('its place is typed or pressed on the map, within the range of degrees', async (t) => {
      const page = await open(t)
      await openNet(page, world(), 'Work hall', '/settings')
      const placed = async () => {
        const { netId } = await idsOf(world())
        const { latitude, longitude } = expectOk(await world().api.nets.get({ netId }))
        return [latitude, longitude]
      }
      await page.getByLabel('Latitude').fill('91')
      await page.getByText('Enter a number from −90 to 90.').waitFor()
      await page.getByLabel('Latitude').fill('50,45')
      await page.getByLabel('Longitude').fill('30.52')
      await page.getByRole('button', { name: 'Save' }).nth(1).click()
      await page.getByText('Saved.').waitFor()
      assert.deepEqual(await placed(), [50.45, 30.52])
      const map = page.getByRole('group', { name: 'Location map' })
      await map.click({ position: { x: 60, y: 60 } })
      assert.notEqual(await page.getByLabel('Latitude').inputValue(), '50.45')
      await page.getByRole('button', { name: 'Remove location' }).click()
      await dismissToasts(page)
      await page.getByRole('button', { name: 'Save' }).nth(1).click()
      await page.getByText('Saved.').waitFor()
      assert.deepEqual(await placed(), [undefined, undefined])
    })

    test('moves to another address, and rejects an invalid one', async (t) => {
      const page = await open(t)
      await openNet(page, world(), 'Work hall', '/settings')
      const { host, port } = simulatedGateway(world())
      await page.getByLabel('Host').fill('no host')
      await page.getByLabel('Identifier').fill('hall')
      await page.getByRole('button', { name: 'Save' }).first().click()
      await page.getByText('Enter a valid IP address or host name.').waitFor()
      await page.getByLabel('Host').fill(host)
      await page.getByLabel('Port').fill(String(closedPort))
      await page.getByRole('button', { name: 'Save' }).first().click()
      await page.getByText(`address ${host}:${closedPort}`).waitFor()
      await page.getByText('Saved.').waitFor()
      await page.getByRole('link', { name: 'Connection' }).click()
      await page.getByText('Not connected', { exact: true }).first().waitFor()
      await page.getByRole('main').getByRole('link', { name: 'Settings' }).click()
      await page.getByLabel('Port').fill(String(port))
      await dismissToasts(page)
      await page.getByRole('button', { name: 'Save' }).first().click()
      await page.getByText(`address ${host}:${port}`).waitFor()
      await page.getByText('Saved.').waitFor()
      await page.getByRole('link', { name: 'Connection' }).click()
      await page.getByText('Connected', { exact: true }).last().waitFor()
      const [net] = expectOk(await world().api.nets.list({ orgId: world().orgId }))
      assert.deepEqual([net?.slug, net?.lid], ['hall', { direct: `${host}:${port}` }])
    })
  })
})
