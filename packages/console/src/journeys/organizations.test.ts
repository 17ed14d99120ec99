import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { assertAccessible, signIn } from '../testing/browser.ts'
import { expectOk } from '../testing/installation.ts'
import { journey } from '../testing/journey.ts'
import type { World } from '../testing/world.ts'

/** A second organization of the owner, with a network at the same gateway, which the first shares. */
const addOrg = async ({ api, served, orgId: works }: World): Promise<{ orgId: number; netId: number }> => {
  const { orgId } = expectOk(await api.orgs.create({ name: 'Quarry' }))
  const [net] = expectOk(await api.nets.list({ orgId: works }))
  expectOk(await api.shares.change({ netId: net?.id ?? 0, orgId, isShared: true }))
  const [site] = served.sites
  const connection = { kind: 'direct' as const, ip: site?.host ?? '', port: site?.port ?? 0 }
  const made = expectOk(await api.nets.create({ orgId, name: 'Crusher', connection }))
  assert.ok(made.result === 'success')
  const { id: templateId } = expectOk(
    await api.templates.idBySku({ sku: site?.site.description.devices[0]?.sku ?? '' }),
  )
  const device = { name: 'Belt meter', modbusUnitId: 1, updatePeriodSec: 1, templateId }
  expectOk(await api.devices.create({ netId: made.id, devices: [device] }))
  return { orgId, netId: made.id }
}

const switcher = (page: Page): Locator => page.getByRole('button', { name: 'Organization: ' })

const choose = async (page: Page, name: string): Promise<void> => {
  await switcher(page).click()
  await page.getByRole('menuitemradio', { name }).click()
}

/** Returns true if the console shows this organization. */
const isChosen = (page: Page, name: string): Promise<boolean> =>
  page.getByRole('button', { name: `Organization: ${name}` }).isVisible()

const liveRequests = (page: Page): string[] => {
  const livePaths: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('/live/')) livePaths.push(pathname)
  })
  return livePaths
}

journey(
  'two organizations',
  ({ world, open }) => {
    let quarry = { orgId: 0, netId: 0 }

    test('the overview, what is kept and the live stream are of the one that is chosen', async (t) => {
      quarry = await addOrg(world())
      const page = await open(t)
      await signIn(page, world())
      await page.getByRole('link', { name: 'Workshop' }).waitFor()
      await page.getByText('Live', { exact: true }).waitFor()
      assert.equal(await page.getByRole('link', { name: 'Crusher' }).count(), 0)
      const livePaths = liveRequests(page)
      await choose(page, 'Quarry')
      await page.getByRole('link', { name: 'Crusher' }).waitFor()
      await page.getByText('1 of 1', { exact: true }).first().waitFor()
      assert.equal(await page.getByRole('link', { name: 'Workshop' }).count(), 0)
      assert.equal(await page.getByText('Cooling pump').count(), 0)
      assert.deepEqual(livePaths, [`/api/v1/org/${quarry.orgId}/live/`])
      await page.getByText('Live', { exact: true }).waitFor()
      await page.getByRole('link', { name: 'Networks' }).click()
      await page.getByRole('link', { name: 'Devices' }).click()
      // Only the stream of this organization brings it so soon.
      const read = page.getByRole('row').filter({ hasText: 'Belt meter' }).locator('time')
      const before = await read.getAttribute('datetime')
      await page.waitForFunction(
        (first) =>
          [...document.querySelectorAll('tr')]
            .find((row) => row.textContent.includes('Belt meter'))
            ?.querySelector('time')
            ?.getAttribute('datetime') !== first,
        before,
      )
      await assertAccessible(page)
      await page.reload()
      await page.getByText('Crusher').waitFor()
    })

    test('from a page about something one comes to a page that the other has', async (t) => {
      const page = await open(t)
      await signIn(page, world())
      await choose(page, 'Works')
      await page.getByRole('link', { name: 'Workshop' }).click()
      await page.getByRole('heading', { level: 1, name: 'Workshop' }).waitFor()
      await choose(page, 'Quarry')
      await page.waitForURL('**/overview')
      await page.getByRole('link', { name: 'Crusher' }).waitFor()
      assert.ok(await isChosen(page, 'Quarry'))
      await page.getByRole('link', { name: 'Alerts' }).click()
      await choose(page, 'Works')
      await page.getByRole('heading', { level: 1, name: 'Alerts' }).waitFor()
      assert.equal(new URL(page.url()).pathname, '/alerts')
    })

    test('an address of the other organization leads there', async (t) => {
      const page = await open(t)
      await signIn(page, world())
      await choose(page, 'Works')
      await page.getByRole('link', { name: 'Workshop' }).waitFor()
      const [device] = expectOk(await world().api.nets.devices({ netId: quarry.netId }))
      await page.goto(`/devices/${device?.id}`)
      await page.getByRole('heading', { level: 1, name: 'Belt meter' }).waitFor()
      await page.getByRole('button', { name: 'Organization: Quarry' }).waitFor()
    })

    test('two tabs may look at two organizations', async (t) => {
      const page = await open(t)
      await signIn(page, world())
      await choose(page, 'Works')
      await page.getByRole('link', { name: 'Workshop' }).waitFor()
      const other = await page.context().newPage()
      await other.goto('/overview')
      await other.getByRole('link', { name: 'Workshop' }).waitFor()
      await choose(other, 'Quarry')
      await other.getByRole('link', { name: 'Crusher' }).waitFor()
      await page.getByRole('link', { name: 'Alerts' }).click()
      await page.getByRole('link', { name: 'Overview' }).click()
      await page.getByRole('link', { name: 'Workshop' }).waitFor()
    })

    test('asks before unsaved changes are lost', async (t) => {
      const page = await open(t)
      await signIn(page, world(), `/nets/${quarry.netId}/settings`)
      await page.getByLabel('Description').fill('Deep')
      await choose(page, 'Works')
      await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
      assert.equal(await page.getByLabel('Description').inputValue(), 'Deep')
      assert.ok(await isChosen(page, 'Quarry'))
      await choose(page, 'Works')
      await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
      await page.waitForURL('**/overview')
      await page.getByRole('link', { name: 'Workshop' }).waitFor()
    })
  },
  { isFurther: true },
)
