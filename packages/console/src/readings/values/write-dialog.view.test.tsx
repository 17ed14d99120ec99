import { type ComponentProps, type ReactNode, useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AnswerOf } from '../../data/api/api-query.ts'
import { fakeCloud, showInConsole, texts } from '../../testing/view.tsx'
import { WriteDialog } from './write-dialog.tsx'

type Param = AnswerOf<'devices', 'params'>[number]

const { device, common } = texts

const param = {
  id: 2,
  deviceId: 2,
  label: 'T1',
  slug: 'supply',
  address: 500,
  registerKind: 'holding',
  valueType: 'f32',
  order: 'ABCD',
  multiplier: '1',
  shift: '0',
  unitName: '°C',
  isTracked: true,
  isProgrammable: true,
  name: 'Supply temperature',
  fullName: 'Controller: Supply temperature',
} as unknown as Param

const state = { value: '62', formattedValue: '62 °C', readOn: '2026-11-14T00:00:00.000Z' } as never
const field = page.getByRole('textbox', { name: device.newValue })
const next = page.getByRole('button', { name: device.next })

const ClosableDialog = (props: ComponentProps<typeof WriteDialog>): ReactNode => {
  const [isOpen, setIsOpen] = useState(true)
  return isOpen && <WriteDialog {...props} onClose={() => setIsOpen(false)} />
}

const showDialog = (fields: Partial<Param> = {}) => {
  const api = fakeCloud()
  const closed: string[] = []
  showInConsole(
    <WriteDialog
      param={{ ...param, ...fields }}
      state={state}
      reading={{ isTracked: true, updatePeriodSec: 60 } as never}
      onClose={() => closed.push('closed')}
    />,
  )
  return { api, closed }
}

test('asks for the value, then for a confirmation, and reports what the device reads back', async () => {
  const { api } = showDialog()
  await field.fill('65')
  await next.click()
  await expect.element(page.getByText('Boiler room')).toBeVisible()
  expect(api.bodies('writing.write')).toEqual([])
  await page.getByRole('button', { name: device.setTo({ value: '65 °C' }) }).click()
  await expect.element(page.getByText(device.done({ value: '65 °C' }))).toBeVisible()
  expect(api.bodies('writing.write')).toEqual([{ newValue: '65', lang: 'en' }])
})

test('does not accept 1,500 until the user chooses 1.5 or 1500', async () => {
  const { api } = showDialog()
  await field.fill('1,500')
  const choices = page.getByRole('group', { name: device.wrongValue.ambiguous({ text: '1,500' }) })
  await expect.element(choices).toBeVisible()
  await expect.element(next).toBeDisabled()
  await choices.getByRole('button', { name: '500' }).click()
  await expect.element(field).toHaveValue('1500')
  await next.click()
  await page.getByRole('button', { name: '500' }).click()
  await expect.poll(() => api.bodies('writing.write')).toEqual([{ newValue: '1500', lang: 'en' }])
})

test('checks the limits of the parameter while the value is typed', async () => {
  showDialog({ min: '20', max: '80' })
  await field.fill('81')
  await expect.element(page.getByText(device.wrongValue.atMost({ max: '80' }))).toBeVisible()
  await expect.element(next).toBeDisabled()
  await field.fill('19.9')
  await expect.element(page.getByText(device.wrongValue.atLeast({ min: '20' }))).toBeVisible()
  await field.fill('20')
  await expect.element(next).toBeEnabled()
})

for (const [name, reply, text] of [
  ['refused', { err: 'IllegalDataValue' }, device.refused],
  ['unclear', { err: 'unclear: Timeout' }, device.unclear],
] as const)
  test(`reports a write that is ${name}`, async () => {
    const { api } = showDialog()
    api.reply('writing.write', reply)
    await field.fill('65')
    await next.click()
    await page.getByRole('button', { name: device.setTo({ value: '65 °C' }) }).click()
    await expect.element(page.getByText(text)).toBeVisible()
    await expect.element(page.getByText(device.done({ value: '65 °C' }))).not.toBeInTheDocument()
  })

test('reports a lost connection as unclear, because the write may have reached the device', async () => {
  const { api } = showDialog()
  api.reply('writing.write', () => Promise.reject(new TypeError('network error')))
  await field.fill('65')
  await next.click()
  await page.getByRole('button', { name: device.setTo({ value: '65 °C' }) }).click()
  await expect.element(page.getByText(device.unclear)).toBeVisible()
})

test('sends a write once, and neither button works until its outcome is known', async () => {
  const { api } = showDialog()
  const resume = api.pause('writing.write')
  await field.fill('65')
  await next.click()
  const send = page.getByRole('button', { name: device.setTo({ value: '65 °C' }) })
  await send.click()
  await expect.element(page.getByText(device.writing)).toBeVisible()
  await expect.element(send).toBeDisabled()
  await expect.element(page.getByRole('button', { name: common.cancel })).toBeDisabled()
  resume()
  await expect.element(page.getByText(device.done({ value: '65 °C' }))).toBeVisible()
  expect(api.bodies('writing.write')).toHaveLength(1)
})

test('returns from the confirmation to the value, and closes with Escape', async () => {
  const { closed } = showDialog()
  await field.fill('65')
  await next.click()
  await page.getByRole('button', { name: common.cancel }).click()
  await expect.element(field).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => closed).toEqual(['closed'])
})

for (const [name, reply, text] of [
  ['its success', undefined, device.done({ value: '65 °C' })],
  ['that it was refused', { err: 'IllegalDataValue' }, device.refused],
  ['that it is unclear', { err: 'unclear: Timeout' }, device.unclear],
] as const)
  test(`a toast reports ${name} if the dialog of a write was closed`, async () => {
    const api = fakeCloud()
    if (reply !== undefined) api.reply('writing.write', reply)
    const resume = api.pause('writing.write')
    const reading = { isTracked: true, updatePeriodSec: 60 } as never
    showInConsole(<ClosableDialog param={param} state={state} reading={reading} onClose={() => {}} />)
    await field.fill('65')
    await next.click()
    await page.getByRole('button', { name: device.setTo({ value: '65 °C' }) }).click()
    await expect.element(page.getByText(device.writing)).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    resume()
    const toasts = page.getByRole('region', { name: texts.shell.messages })
    await expect.element(toasts.getByText(text)).toBeVisible()
    await expect.element(toasts.getByText('Supply temperature')).toBeVisible()
  })
