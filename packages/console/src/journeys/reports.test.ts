import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible, openPage, signIn } from '../testing/browser.ts'
import { type Api, expectOk, startInstallation } from '../testing/installation.ts'
import { journey } from '../testing/journey.ts'
import { MailSink } from '../testing/mail-sink.ts'
import { numbersIn } from '../testing/workbook.ts'
import type { World } from '../testing/world.ts'

const hourMs = 3_600_000
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
/** October of Kyiv, in which the clocks are set back. */
const october = { from: new Date('2026-10-01T00:00:00+03:00'), till: new Date('2026-11-01T00:00:00+02:00') }

/** A counter of the office that rose by 2000 an hour in October, but for a day on which it was not read. */
const loadOctober = async ({ api, cloud, orgId }: World): Promise<number> => {
  expectOk(await api.reports.changeTimeZone({ orgId, timeZone: 'Europe/Kyiv' }))
  const [net] = expectOk(await api.nets.list({ orgId }))
  const devices = expectOk(await api.nets.devices({ netId: net?.id ?? 0 }))
  const deviceId = devices.find(({ name }) => name === 'Office meter')?.id ?? 0
  const params = expectOk(await api.devices.trackedParams({ deviceId }))
  const paramId = params.find(({ unitName }) => unitName === 'Wh' || unitName === 'kWh')?.id ?? 0
  const start = october.from.getTime()
  const hours = Array.from({ length: 31 * 24 + 2 }, (_, at) => at).filter((at) => at < 240 || at > 265)
  await cloud.loadHistory(orgId, paramId, {
    times: Float64Array.from(hours, (at) => start + (at - 1) * hourMs + 60_000),
    values: Float64Array.from(hours, (at) => at * 2000),
  })
  return paramId
}

const saveReport = async ({ api, orgId }: { api: Api; orgId: number }, name: string, formula: string) => {
  const branch = { id: crypto.randomUUID(), name: 'Office', unit: 'kWh', decimals: 1, value: { formula } }
  return expectOk(await api.reports.save({ orgId, name, branches: [branch] })).reportId
}

/** As on a busy machine, where one types on before anything is drawn. */
const frameAfterNextKeys = () => {
  window.requestAnimationFrame = (act) => window.setTimeout(act, 150)
}

const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor()

journey('reports', ({ world, open, further }) => {
  test('a report is built, a mistake in its formula mended, October read with its 25-hour day and saved as a workbook', async (t) => {
    const paramId = await loadOctober(world())
    const page = await open(t)
    await signIn(page, world(), '/reports')
    await page.getByRole('link', { name: 'New report' }).click()
    await page.getByRole('textbox', { name: 'Report name' }).fill('Offices')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Office')
    await page.getByText('Formula', { exact: true }).click()
    const formula = page.getByRole('textbox', { name: 'Formula' })
    await formula.fill('')
    await formula.pressSequentially('office')
    const { api } = world()
    const [info] = expectOk(await api.params.info({ paramIds: [paramId] }))
    assert.ok(info)
    await formula.pressSequentially(` ${info.name}`)
    await page.getByRole('option').first().waitFor()
    await page.evaluate(frameAfterNextKeys)
    await page.keyboard.press('Tab')
    await formula.pressSequentially(' / ')
    await page.getByRole('alert').getByText('A number or a parameter is missing at the end.').waitFor()
    assert.match(await formula.inputValue(), /^\[Office meter · .*\] \/ $/)
    await formula.pressSequentially('1000')
    await page.getByText('Yesterday:').waitFor()
    await page.getByRole('textbox', { name: 'Unit' }).fill('kWh')
    await page.getByRole('button', { name: 'Save' }).click()
    await saved(page)
    const [report] = expectOk(await api.reports.list({ orgId: world().orgId }))
    assert.deepEqual(report?.branches[0]?.value, { formula: `#${paramId} / 1000` })

    await page.getByRole('link', { name: 'Show report' }).click()
    await page.goto(`/reports/${report.id}?p=month&on=2026-10`)
    const long = page.locator('tr[data-hours="25"]')
    await long.waitFor()
    assert.match((await long.textContent()) ?? '', /25 Oct 2026.*25 h.*50.*100/)
    await page.getByText('incomplete data').waitFor()
    await assertAccessible(page)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'XLSX' }).click(),
    ])
    const cells = numbersIn(readFileSync(await download.path()))
    const data = expectOk(await api.reportFigures.data({ reportId: report.id, ...october, segment: 'day' }))
    const [office] = data.branches
    assert.equal(office?.values.length, 31)
    for (const [at, value] of office.values.entries()) {
      assert.equal(cells.get(`D${at + 5}`), value === null ? undefined : Number(value), `day ${at + 1}`)
    }
    assert.deepEqual([cells.get('C29'), office.values[24]], [25, '50'])
    assert.equal(cells.get('D36'), Number(office.total))
  })

  further(() => {
    test('unsaved changes are asked about, undone and redone; branches move by keyboard', async (t) => {
      const page = await open(t)
      const reportId = await saveReport(world(), 'Moves', '1 + 1')
      await signIn(page, world(), `/reports/${reportId}/edit`)
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Second')
      await page.getByRole('button', { name: 'Move below the previous one' }).click()
      await page.getByText('Unsaved changes').waitFor()
      await page.getByRole('link', { name: 'Show report' }).click()
      const question = page.getByRole('dialog')
      await question.waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Second' }).press('Alt+ArrowLeft')
      await page.keyboard.press('Control+z')
      await page.keyboard.press('Control+y')
      await page.keyboard.press('Control+z')
      await assertAccessible(page)
      await page.getByRole('button', { name: 'Save' }).click()
      await saved(page)
      const { branches } = expectOk(await world().api.reports.get({ reportId }))
      assert.deepEqual(
        branches.map(({ name, parentBranchId }) => [name, parentBranchId === undefined]),
        [
          ['Office', true],
          ['Second', false],
        ],
      )
    })

    test('a link shows a report to who has no account, until it is revoked', async (t) => {
      const page = await open(t)
      const reportId = await saveReport(world(), 'For the customer', '2 * 21')
      await signIn(page, world(), `/reports/${reportId}`)
      await page.getByRole('button', { name: 'Share' }).click()
      const dialog = page.getByRole('dialog', { name: 'Share this report' })
      await dialog.getByRole('textbox', { name: 'Link name' }).fill('Customer')
      await dialog.getByRole('button', { name: 'Create link' }).click()
      const url = await dialog.getByRole('textbox', { name: 'Link', exact: true }).inputValue()
      const visitor = await open(t, phone)
      await visitor.goto(url)
      await visitor.getByRole('heading', { name: 'For the customer' }).waitFor()
      await visitor.getByRole('rowheader', { name: 'Office' }).waitFor()
      await visitor.getByRole('button', { name: 'Earlier period' }).click()
      const [download] = await Promise.all([
        visitor.waitForEvent('download'),
        visitor.getByRole('button', { name: 'CSV' }).click(),
      ])
      assert.match(readFileSync(await download.path(), 'utf8'), /Office \[kWh\]/)
      await assertAccessible(visitor)
      await dialog.getByRole('button', { name: 'Revoke: Customer' }).click()
      await page.getByRole('dialog', { name: 'Revoke' }).getByRole('button', { name: 'Revoke' }).click()
      await visitor.reload()
      await visitor.getByText('This link no longer works').first().waitFor()
    })

    test('every page is readable by all: dark, on a phone, printed, in four languages', async (t) => {
      const paramId = await loadOctober(world())
      const reportId = await saveReport(world(), 'Looks', `#${paramId} / 1000`)
      for (const look of [{ colorScheme: 'dark' as const }, phone]) {
        const page = await open(t, look)
        await signIn(page, world(), `/reports/${reportId}?p=month&on=2026-10`)
        await page.locator('tr[data-hours="25"]').waitFor()
        await assertAccessible(page)
        await page.goto('/reports')
        await page.getByRole('link', { name: 'Looks' }).waitFor()
        await assertAccessible(page)
        await page.goto(`/reports/${reportId}/edit`)
        await page.getByText('Yesterday:').waitFor()
        await assertAccessible(page)
        await page.goto(`/reports/${reportId}/print?p=month&on=2026-10`)
        await page.locator('tr[data-hours="25"]').waitFor()
        await assertAccessible(page)
      }
      for (const [locale, title] of [
        ['pl-PL', 'Raporty'],
        ['ru-RU', 'Отчёты'],
        ['uk-UA', 'Звіти'],
      ] as const) {
        const page = await open(t, { locale })
        await signIn(page, world(), '/reports')
        await page.getByRole('heading', { level: 1, name: title }).waitFor()
      }
      const page = await open(t)
      await signIn(page, world(), `/reports/${reportId}/print?p=month&on=2026-10`)
      await page.locator('tr[data-hours="25"]').waitFor()
      const sheets = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
      assert.match(sheets, /\/MediaBox \[0 0 59[45]\.\d+ 84[12]/)
    })

    test('a report goes by mail to a real mail server when its reader agreed, once a month and at once', async (t) => {
      const sink = new MailSink()
      t.after(() => sink.stop())
      const flags = { smtp: await sink.start(), 'smtp-from': 'Busbar <reports@example.org>' }
      const installation = await startInstallation(flags)
      t.after(() => installation.stop())
      const org = await installation.setUp('Installation')
      const reportId = await saveReport(org, 'Monthly', '40 + 2')
      const { page, close } = await openPage(installation)
      t.after(close)
      await signIn(page, org, `/reports/${reportId}`)
      await page.getByRole('button', { name: 'Send by e-mail' }).click()
      const dialog = page.getByRole('dialog', { name: 'Send by e-mail' })
      await dialog.getByRole('textbox', { name: 'Recipients' }).fill('office@example.org')
      await dialog.getByRole('button', { name: 'Send now' }).click()
      await dialog.getByText('waiting for confirmation').waitFor()
      const recipient = await openPage(installation)
      t.after(recipient.close)
      await recipient.page.goto(await sink.link())
      await assertAccessible(recipient.page)
      await recipient.page.getByRole('button', { name: 'Yes, send reports' }).click()
      await recipient.page.getByText('Reports will be sent to office@example.org.').waitFor()
      await dialog.locator('[data-state=sent]').waitFor()
      const [mail = ''] = sink.mails
      assert.match(mail, /^To: office@example\.org/m)
      assert.match(mail, /Monthly \d{4}-\d\d-01\.xlsx/)
      assert.match(mail, /Monthly \d{4}-\d\d-01\.html/)
      await assertAccessible(page)
      await dialog.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Day 1 of every month, 1 address').waitFor()
      const { schedule } = expectOk(await org.api.reportMails.get({ reportId }))
      assert.deepEqual(schedule?.recipients, ['office@example.org'])
    })
  })
})
