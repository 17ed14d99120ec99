import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ValueType } from '../format/registers.ts'
import { fakeGateway, showInPanel, texts } from '../testing/view.tsx'
import { WriteBox } from './write-box.tsx'

const { registers: words } = texts
const field = page.getByLabelText(words.newValue)
const button = page.getByRole('button', { name: words.writeOnce })

interface Options {
  type?: ValueType
  isBit?: boolean
  tasks?: object[]
}

const showBox = ({ type = 'U16', isBit = false, tasks = [] }: Options = {}) => {
  const api = fakeGateway()
  api.change('tasks.list', { tasks })
  const events: string[] = []
  showInPanel(
    <WriteBox
      uid={2}
      address={40}
      now="7"
      isBit={isBit}
      type={type}
      order="ABCD"
      onDone={() => events.push('done')}
      onClose={() => events.push('close')}
    />,
  )
  return { api, events }
}

test('offers both readings of 1,500 and writes the chosen one', async () => {
  const { api } = showBox({ type: 'F32' })
  await field.fill('1,500')
  const choices = page.getByRole('group', { name: texts.common.ambiguous({ text: '1,500' }) })
  await expect.element(choices).toBeVisible()
  await expect.element(button).toBeDisabled()
  await choices.getByRole('button', { name: '1.5', exact: true }).click()
  await expect.element(field).toHaveValue('1.5')
  await expect.element(field).toHaveFocus()
  await button.click()
  // Function 16 with 3fc00000, the float 1.5.
  await expect.poll(() => api.bodies('modbus.request')).toEqual([{ reqData: '021000280002043fc00000' }])
})

for (const [type, typed] of [
  ['U16', '65536'],
  ['U16', '-1'],
  ['S16', '1.5'],
  ['U32', ''],
] as const)
  test(`refuses "${typed}" for ${type}`, async () => {
    showBox({ type })
    await field.fill(typed)
    await expect.element(page.getByText(words.noNumber({ type }))).toBeVisible()
    await expect.element(button).toBeDisabled()
  })

for (const [name, respData, outcome] of [
  ['a confirmed write', '0206002800 0c', words.answered],
  ['an exception', '028602', words.refused],
  ['no answer', '02', words.unclear],
  ['a target that did not respond', '02860b', words.unclear],
] as const)
  test(`reports ${name}`, async () => {
    const { api, events } = showBox()
    api.reply('modbus.response', { status: 'DONE', respData: respData.replace(' ', '') })
    await field.fill('12')
    await button.click()
    await expect.element(page.getByText(outcome)).toBeVisible()
    expect(api.bodies('modbus.request')).toEqual([{ reqData: '02060028000c' }])
    expect(events).toEqual(['done'])
  })

test('sends a write once while its outcome is pending', async () => {
  const { api } = showBox()
  const resume = api.pause('modbus.request')
  await button.click()
  await expect.element(button).toBeDisabled()
  resume()
  await expect.element(button).toBeEnabled()
  expect(api.bodies('modbus.request')).toHaveLength(1)
})

test('uses function 16 on request, and function 5 for a coil', async () => {
  const { api } = showBox()
  await page.getByLabelText(words.function16).click()
  await button.click()
  await expect.poll(() => api.bodies('modbus.request')).toEqual([{ reqData: '021000280001020007' }])
})

test('takes only 0 and 1 for a coil', async () => {
  const { api } = showBox({ isBit: true })
  await field.fill('2')
  await expect.element(button).toBeDisabled()
  await field.fill('1')
  await button.click()
  await expect.poll(() => api.bodies('modbus.request')).toEqual([{ reqData: '02050028ff00' }])
})

test('closes with Escape and keeps the focus inside', async () => {
  const { events } = showBox()
  const dialog = page.getByRole('dialog', { name: words.writeTitle({ address: 40, unit: 2 }) })
  await expect.element(dialog).toBeVisible()
  for (let times = 0; times < 6; times += 1) {
    await userEvent.keyboard('{Tab}')
    expect(dialog.element().contains(document.activeElement) || document.activeElement === document.body).toBe(true)
  }
  await userEvent.keyboard('{Escape}')
  expect(events).toEqual(['close'])
})

test('names the tasks that write the same register', async () => {
  showBox({
    tasks: [
      { file: 'OVEN.TSK', items: [{ place: '2:H 40' }] },
      { file: 'PUMP.TSK', items: [{ place: '2:H 41' }] },
    ],
  })
  await expect.element(page.getByText(words.taskUses({ tasks: 'OVEN.TSK' }))).toBeVisible()
})
