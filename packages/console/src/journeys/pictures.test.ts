import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible, dismissToasts, signIn } from '../testing/browser.ts'
import { expectOk } from '../testing/installation.ts'
import { journey } from '../testing/journey.ts'
import type { World } from '../testing/world.ts'

const plain = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 200">
  <style>.label { fill: #14324a; font-size: 20px }</style>
  <text class="label" x="20" y="40" style="font-weight:600">Main meter</text>
  <text id="volts" x="20" y="90" fill="#14324a">?</text>
  <rect id="pump" x="200" y="60" width="80" height="80" fill="#999"/>
  <text id="next" x="20" y="160" fill="#14324a">Next</text>
</svg>`

/** Two pictures of the workshop that lead to each other; the first shows a voltage and switches a pump. */
const draw = async ({ api, orgId }: World): Promise<{ id: number; volts: number }> => {
  const [net] = expectOk(await api.nets.list({ orgId }))
  const devices = expectOk(await api.nets.devices({ netId: net?.id ?? 0 }))
  const paramsOf = async (name: string) => {
    const device = devices.find((one) => one.name === name)
    return expectOk(await api.devices.params({ deviceId: device?.id ?? 0 }))
  }
  const volts = (await paramsOf('Main meter')).find(({ unitName }) => unitName === 'V')?.id ?? 0
  const speed = (await paramsOf('Cooling pump')).find(({ isProgrammable, min }) => isProgrammable && min !== undefined)
  const second = expectOk(await api.visualizations.create({ orgId, name: 'Second', group: 'Workshop', source: plain }))
  const first = expectOk(
    await api.visualizations.create({
      orgId,
      name: 'First',
      group: 'Workshop',
      source: plain,
      bindings: [
        { code: 'volts', param: volts },
        { code: 'pump', param: speed?.id ?? 0 },
      ],
      items: [
        { code: 'next', name: 'To the second', go: { visId: second.id } },
        { code: 'pump', name: 'Pump speed', control: { kind: 'setPoint', paramId: speed?.id ?? 0 } },
      ],
    }),
  )
  return { id: first.id, volts }
}

journey('pictures', ({ world, open, further }) => {
  test('a picture is found, shows live values, leads to a chart and to the next picture', async (t) => {
    const { volts } = await draw(world())
    const page = await open(t)
    await signIn(page, world())
    await page.getByRole('link', { name: 'Diagrams' }).click()
    await assertAccessible(page)
    await page.getByRole('link', { name: 'First' }).click()
    const value = page.getByRole('button', { name: /V$/ }).first()
    await value.waitFor()
    const before = await value.textContent()
    assert.match(before ?? '', /\d\s?V$/)
    await page.waitForFunction(
      (old) =>
        document.querySelector('main div:not(:has(*))')?.shadowRoot?.querySelector('#volts')?.textContent !== old,
      before,
    )
    await assertAccessible(page)
    await value.click()
    await page.getByRole('link', { name: 'Open chart' }).waitFor()
    await assertAccessible(page)
    assert.equal(await page.getByRole('link', { name: 'Open chart' }).getAttribute('href'), `/params/${volts}`)
    await page.getByRole('link', { name: 'To the second' }).press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Second' }).waitFor()
    await page.getByRole('navigation', { name: 'Diagrams of the group' }).getByRole('link', { name: 'First' }).click()
    await page.getByRole('heading', { level: 1, name: 'First' }).waitFor()
  })

  further(() => {
    test('Ctrl+X without a selection changes neither the picture nor the clipboard', async (t) => {
      const { id } = await draw(world())
      const page = await open(t)
      await signIn(page, world(), `/pictures/${id}/edit`)
      const canvas = page.getByRole('img', { name: /^Diagram with/ })
      const shows = (things: number, chosen: number): Promise<void> =>
        page.getByRole('img', { name: `Diagram with ${things} elements, ${chosen} selected` }).waitFor()
      await canvas.waitFor()
      const things = Number(/\d+/.exec((await canvas.getAttribute('aria-label')) ?? '')?.[0])
      assert.ok(things > 0)
      await page.getByRole('region', { name: 'First' }).focus()
      await page.keyboard.press('Control+a')
      await shows(things, things)
      await page.keyboard.press('Control+c')
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+x')
      await shows(things, 0)
      assert.equal(await page.getByRole('button', { name: /^Undo/ }).isDisabled(), true)
      await page.keyboard.press('Control+v')
      await shows(2 * things, things)
    })

    test('a control whose parameter cannot be loaded shows why, and loads it on request', async (t) => {
      const { id } = await draw(world())
      const page = await open(t)
      await signIn(page, world(), `/pictures/${id}`)
      const path = /\/device\/\d+\/params\//
      await page.route(path, (route) => route.fulfill({ status: 500, json: {} }))
      await page.getByRole('button', { name: 'Pump speed' }).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('alert').waitFor()
      await page.unroute(path)
      await dialog.getByRole('button', { name: 'Try again' }).click()
      await dialog.getByRole('spinbutton').or(dialog.getByRole('textbox')).waitFor()
    })

    test('a picture is drawn from nothing, switches a relay, and tells when that fails', async (t) => {
      const page = await open(t)
      await signIn(page, world(), '/pictures')
      await page.getByRole('button', { name: 'New diagram' }).click()
      await page.getByLabel('Name').fill('Relays')
      await page.getByRole('button', { name: 'Create' }).click()
      await page.getByRole('button', { name: 'Control', exact: true }).click()
      await page.getByLabel('Name', { exact: true }).fill('Office relay')
      await page.getByLabel('Data source').selectOption('param')
      await page.getByRole('combobox', { name: 'Parameter' }).fill('Office meter relay')
      await page.getByRole('option').first().waitFor()
      await page.keyboard.press('Enter')
      await page.getByLabel('On click').selectOption('switch')
      await page.getByRole('combobox', { name: 'Writes to' }).fill('Office meter relay')
      await page.getByRole('option').first().waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Publish' }).click()
      await page.getByText('Published.').waitFor()
      const id = Number(/pictures\/(\d+)/.exec(page.url())?.[1])
      await page.goto(`/pictures/${id}`)
      await page.getByText('No active alerts').waitFor()
      const relay = page.getByRole('button', { name: 'Office relay' }).first()
      await relay.click()
      await page.getByRole('button', { name: 'Switch off' }).click()
      const dialog = page.getByRole('dialog')
      // The value to write is clear and only needs confirmation.
      await dialog.getByRole('button', { name: 'Set to Off' }).click()
      await dialog.getByText(/Done\. The device reports/).waitFor()
      await dialog.getByRole('button', { name: 'Close' }).last().click()
      world().plant.faults.set('workshop/2', 'dead')
      t.after(() => world().plant.faults.clear('workshop/2'))
      await page.getByRole('button', { name: 'Switch on' }).click()
      await dialog.getByRole('button', { name: 'Set to On' }).click()
      await dialog.getByText(/The device refused the write|It is unknown/).waitFor()
      await assertAccessible(page)
    })

    test('a picture is shared by a link, live and without anything to be done to it', async (t) => {
      const { id } = await draw(world())
      const { api, orgId } = world()
      const expiresOn = new Date(Date.now() + 86_400_000)
      const object = { kind: 'picture' as const, visId: id }
      const { url } = expectOk(await api.shareLinks.create({ orgId, object, name: 'Wall', isKiosk: true, expiresOn }))
      const page = await open(t)
      await page.goto(new URL(url).pathname + new URL(url).search + new URL(url).hash)
      await page.getByRole('heading', { level: 1, name: 'First' }).waitFor()
      await page.waitForFunction(() =>
        /\d\s?V$/.test(
          document.querySelector('main div:not(:has(*))')?.shadowRoot?.querySelector('#volts')?.textContent ?? '',
        ),
      )
      assert.equal(await page.getByRole('button', { name: 'Pump speed' }).count(), 0)
      await assertAccessible(page)
    })

    test('a picture is duplicated with all that is bound in it, and deleted', async (t) => {
      const { id } = await draw(world())
      const page = await open(t)
      await signIn(page, world(), `/pictures/${id}`)
      await page.getByRole('button', { name: 'Settings' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Duplicate' }).click()
      await page.waitForURL((url) => /^\/pictures\/\d+$/.test(url.pathname) && !url.pathname.endsWith(`/${id}`))
      const copy = expectOk(
        await world().api.visualizations.get({ visId: Number(new URL(page.url()).pathname.split('/')[2]) }),
      )
      const own = expectOk(await world().api.visualizations.get({ visId: id }))
      assert.deepEqual([copy.bindings, copy.source], [own.bindings, own.source])
      await page.getByRole('button', { name: 'Settings' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('dialog').last().getByRole('button', { name: 'Delete' }).last().click()
      await page.waitForURL('**/pictures')
      const left = expectOk(await world().api.visualizations.list({ orgId: world().orgId }))
      assert.ok(!left.some((one) => one.id === copy.id))
    })

    test('a setpoint is written after confirmation, and its outcome is shown', async (t) => {
      const { id } = await draw(world())
      const page = await open(t)
      await signIn(page, world(), `/pictures/${id}`)
      await page.getByRole('button', { name: 'Pump speed' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(/New value/).fill('40')
      await dialog.getByRole('button', { name: 'Continue' }).click()
      await dialog.getByRole('button', { name: /^Set to 40/ }).click()
      await dialog.getByText(/Done\. The device reports/).waitFor()
    })

    test('a drawing is imported; what could act is left out and named', async (t) => {
      const page = await open(t)
      await signIn(page, world(), '/pictures')
      await page.getByRole('button', { name: 'Import SVG or image' }).click()
      const source = plain.replace('<text id="volts"', '<script>alert(1)</script><text onclick="alert(2)" id="volts"')
      await page
        .getByLabel('File')
        .setInputFiles({ name: 'Hall.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(source) })
      await page.getByText('Removed: <script>, onclick').waitFor()
      await page.getByRole('button', { name: 'Create diagram' }).click()
      await page.getByRole('heading', { level: 1, name: 'Hall' }).waitFor()
    })

    test('an image is placed in a picture, made smaller, and stands in its plain SVG', async (t) => {
      const { id } = await draw(world())
      const page = await open(t, { viewport: { width: 1800, height: 1000 } })
      await signIn(page, world(), `/pictures/${id}/edit`)
      const before = expectOk(await world().api.visualizations.get({ visId: id })).source
      for (const [type, name] of [
        ['jpeg', 'Plan.jpg'],
        ['png', 'Sign.png'],
      ] as const) {
        const buffer = await page.screenshot({ type })
        await dismissToasts(page)
        await page.getByLabel('Import SVG or image').setInputFiles({ name, mimeType: `image/${type}`, buffer })
        await page.getByText('Nothing was removed').first().waitFor()
      }
      await page.getByRole('button', { name: 'Publish' }).click()
      await page.getByText('Published.').waitFor()
      await page.goto(`/pictures/${id}`)
      await page.locator('image').nth(1).waitFor()
      const { source } = expectOk(await world().api.visualizations.get({ visId: id }))
      assert.doesNotMatch(before, /<image/)
      assert.match(source, /<image [^>]*width="1600"[^>]*href="data:image\/jpeg;base64,/)
      assert.match(source, /<image [^>]*href="data:image\/png;base64,/)
      await assertAccessible(page)
    })

    test('a picture is drawn, tried, published, and an earlier version comes back', async (t) => {
      const page = await open(t)
      await signIn(page, world(), '/pictures')
      await page.getByRole('button', { name: 'New diagram' }).click()
      await page.getByLabel('Name').fill('Pumps')
      await page.getByRole('button', { name: 'Create' }).click()
      await page.getByLabel('Search symbols').fill('pump')
      await page.getByRole('button', { name: 'Centrifugal pump' }).click()
      await page.getByLabel('Data source').selectOption('param')
      await page.getByRole('combobox', { name: 'Parameter' }).fill('Cooling pump running')
      await page.getByRole('option').first().waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Add rule' }).click()
      await assertAccessible(page)
      const canvas = page.getByRole('img', { name: /^Diagram with/ })
      await page.getByRole('region', { name: 'Pumps' }).focus()
      await page.keyboard.press('Control+d')
      await page.getByRole('img', { name: 'Diagram with 2 elements, 1 selected' }).waitFor()
      await page.keyboard.press('Control+z')
      await page.getByRole('img', { name: 'Diagram with 1 elements, 0 selected' }).waitFor()
      // A pipe from nowhere to nowhere.
      await page.getByRole('button', { name: 'Pipe', exact: true }).click()
      const box = await canvas.boundingBox()
      assert.ok(box !== null)
      await page.mouse.move(box.x + 40, box.y + 40)
      await page.mouse.down()
      await page.mouse.move(box.x + 200, box.y + 120, { steps: 4 })
      await page.mouse.up()
      await page.getByRole('img', { name: 'Diagram with 2 elements, 1 selected' }).waitFor()
      await page.getByRole('button', { name: 'Preview' }).click()
      await page.getByText('Simulated values').click()
      await page.getByLabel(/Running, Cooling pump/).fill('0')
      await page.getByRole('button', { name: 'Back to editing' }).click()
      await page.getByRole('button', { name: 'Publish' }).click()
      await page.getByText('Published.').waitFor()
      await page.getByRole('button', { name: 'Version 2' }).click()
      await page.getByRole('button', { name: 'Restore' }).click()
      await page.getByRole('dialog').last().getByRole('button', { name: 'Restore' }).click()
      await page.getByRole('button', { name: 'Version 3' }).waitFor()
      await page.getByRole('img', { name: 'Diagram with 0 elements, 0 selected' }).waitFor()
    })

    test('on a phone in the dark the values stand below, abnormal first, and nothing is wider than the screen', async (t) => {
      const { id } = await draw(world())
      const viewport = { width: 390, height: 844 }
      const page = await open(t, { viewport, isMobile: true, hasTouch: true, colorScheme: 'dark' })
      await signIn(page, world(), `/pictures/${id}`)
      await page.getByRole('heading', { name: 'Values and controls' }).waitFor()
      await assertAccessible(page)
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390)
    })
  })
})
