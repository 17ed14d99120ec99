import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeGateway, openAt, showInPanel, texts } from '../testing/view.tsx'
import { SettingsPage } from './settings-page.tsx'

const { settings, settingNames, settingChoices } = texts
const save = page.getByRole('button', { name: settings.save, exact: true })
const baudRate = page.getByLabelText(settingNames.baudRate)

type SchemaReply = { settings: { key: string; initial: object }[] }

/** A page on a gateway whose settings are the initial ones, apart from `active` and `saved`. */
const showSettings = async (group: string, { active = {}, saved = {} }: { active?: object; saved?: object } = {}) => {
  const api = fakeGateway()
  const schema = (await (await fetch('/api/settings/schema/')).json()) as SchemaReply
  const initial = Object.fromEntries(schema.settings.map((one) => [one.key, one.initial]))
  api.reply('settings.active', { ...initial, ...active })
  api.reply('settings.saved', { ...initial, ...saved })
  openAt(`settings?group=${group}`)
  showInPanel(<SettingsPage />)
  return { api, initial }
}

test('sends only the settings that changed', async () => {
  const { api, initial } = await showSettings('serial')
  await baudRate.fill('19200')
  await expect.element(page.getByText(settings.countNow)).toBeVisible()
  await save.click()
  await expect.element(page.getByText(settings.saved)).toBeVisible()
  expect(api.bodies('settings.set')).toEqual([{ serial: { ...(initial['serial'] as object), baudRate: 19_200 } }])
})

test('checks a number while it is typed', async () => {
  await showSettings('serial')
  for (const wrong of ['12', '230401', 'fast', '9600.5']) {
    await baudRate.fill(wrong)
    await expect.element(page.getByText(settings.between({ min: 75, max: '230400' }))).toBeVisible()
    await expect.element(save).toBeDisabled()
  }
  await baudRate.fill('9600')
  await expect.element(page.getByRole('button', { name: settings.save })).not.toBeInTheDocument()
})

test('takes 19,200 as 19200, because only whole numbers are possible', async () => {
  const { api } = await showSettings('serial')
  await baudRate.fill('19,200')
  await save.click()
  await expect.poll(() => api.bodies('settings.set')).toMatchObject([{ serial: { baudRate: 19_200 } }])
})

test('keeps the input when the gateway refuses it', async () => {
  const { api } = await showSettings('serial')
  api.refuse('settings.set', 403, { error: 'ERROR_DISK', message: 'disk' })
  await baudRate.fill('19200')
  await save.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(texts.errors.ERROR_DISK)
  await expect.element(baudRate).toHaveValue('19200')
})

test('restores the saved value and the default of a field', async () => {
  await showSettings('serial', { saved: { serial: serialWith(4800) }, active: { serial: serialWith(4800) } })
  await baudRate.fill('19200')
  await page.getByRole('button', { name: settings.back({ value: '4800' }) }).click()
  await expect.element(baudRate).toHaveValue('4800')
  await page.getByRole('button', { name: settings.toDefault({ value: '9600' }) }).click()
  await expect.element(baudRate).toHaveValue('9600')
})

const serialWith = (rate: number) => ({
  uidRange: '1-247',
  hdxMode: 1,
  charFormat: 0,
  baudRate: rate,
  frameMode: 0,
  delayForRtuQ: 0,
  delayForRtuMs: 500,
  delayForAsciiMs: 1000,
})

test('names the saved settings that a reboot applies', async () => {
  await showSettings('clock', { saved: { timeGmt: 8 } })
  await expect.element(page.getByText(settings.waiting)).toBeVisible()
  await expect.element(page.getByText(settings.keys.timeGmt).first()).toBeVisible()
})

test('offers the RS-485 modes and shows why a port refuses the selected one', async () => {
  const { api } = await showSettings('serial')
  const rs485 = { mode: 'rts-on-send', used: null, error: 'ERROR_RS485_UNSUPPORTED', detail: 'TIOCSRS485: refused' }
  await page.getByLabelText(settingNames['rs485.mode']).selectOptions(settingChoices['rs485.mode']['rts-on-send'])
  api.change('bus.status', { rs485 })
  await save.click()
  await expect.element(page.getByText(texts.errors.ERROR_RS485_UNSUPPORTED)).toBeVisible()
  expect(api.bodies('settings.set')).toMatchObject([{ rs485: { mode: 'rts-on-send' } }])
})
