import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeGateway, openAt, showInPanel, texts } from '../testing/view.tsx'
import { Registers } from './registers.tsx'

const { registers: words, settings, frames } = texts
const read = page.getByRole('button', { name: words.read, exact: true })
const cells = (): string[][] =>
  Array.from(document.querySelectorAll('tbody tr'), (row) => Array.from(row.children, (cell) => cell.textContent))

const showRegisters = (address: string) => {
  const api = fakeGateway()
  openAt(address)
  showInPanel(<Registers uid={2} />)
  return api
}

test('shows registers in decimal and hex', async () => {
  const api = showRegisters('units/2?count=2')
  api.reply('modbus.response', { status: 'DONE', respData: '020304002aff9c' })
  await read.click()
  await expect.element(page.getByText('002A')).toBeVisible()
  expect(cells().map((row) => row.slice(0, 3))).toEqual([
    ['0', '002A', '42'],
    ['1', 'FF9C', '65436'],
  ])
  expect(api.bodies('modbus.request')).toEqual([{ reqData: '020300000002' }])
})

test('shows the same registers as another type and order without reading again', async () => {
  const api = showRegisters('units/2?count=2')
  api.reply('modbus.response', { status: 'DONE', respData: '0203043fc00000' })
  await read.click()
  await page.getByLabelText(words.type).selectOptions('F32')
  await expect.poll(() => cells().map((row) => row[2])).toEqual(['1.5'])
  await page.getByLabelText(words.order).selectOptions('CDAB')
  await expect.poll(() => cells().map((row) => row[2])).not.toEqual(['1.5'])
  expect(api.bodies('modbus.request')).toHaveLength(1)
})

test('keeps the values of the last read beside the failure of a new one', async () => {
  const api = showRegisters('units/2?count=1')
  await read.click()
  await expect.poll(() => cells().map((row) => row[2])).toEqual(['42'])
  api.reply('modbus.response', { status: 'DONE', respData: '028302' })
  await read.click()
  await expect.element(page.getByText(frames.exception2)).toBeVisible()
  await expect.element(page.getByText(words.older)).toBeVisible()
  expect(cells().map((row) => row[2])).toEqual(['42'])
})

test('refuses a first register outside of 0 to 65535', async () => {
  showRegisters('units/2?count=3')
  for (const wrong of ['zz', '65536', '-1', '']) {
    await page.getByLabelText(words.from).fill(wrong)
    await expect.element(page.getByText(settings.between({ min: 0, max: 65_535 }))).toBeVisible()
    await expect.element(read).toBeDisabled()
  }
  await page.getByLabelText(words.from).fill('1')
  await expect.element(read).toBeEnabled()
  expect(location.hash).toContain('from=1')
})

test('reads coils as bits', async () => {
  const api = showRegisters('units/2?count=3')
  api.reply('modbus.response', { status: 'DONE', respData: '02010105' })
  await page.getByRole('button', { name: frames.coils }).click()
  await read.click()
  await expect.poll(() => cells().map((row) => row[1])).toEqual(['1', '0', '1'])
})
