import { type ReactNode, useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showInConsole } from '../../testing/view.tsx'
import type { Column, Sort } from './columns.ts'
import { DataTable } from './table.tsx'

interface Row {
  id: number
  name: string
}

const columns: Column<Row>[] = [
  { id: 'name', title: 'Name', cell: ({ name }) => <button type="button">{name}</button>, sortBy: ({ name }) => name },
  { id: 'id', title: 'Number', cell: ({ id }) => id, align: 'right', sortBy: ({ id }) => id },
  { id: 'mark', title: 'Mark', cell: () => '–', isTitleHidden: true },
]

const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, id) => ({ id, name: `Device ${count - id}` }))

const Table = ({ rows, group }: { rows: readonly Row[]; group?: (row: Row) => string }): ReactNode => {
  const [sort, setSort] = useState<Sort | undefined>()
  return (
    <DataTable
      label="Devices"
      rows={rows}
      columns={columns}
      rowKey={({ id }) => id}
      sort={sort}
      onSort={setSort}
      group={group}
    />
  )
}

const shownNames = (): string[] =>
  Array.from(document.querySelectorAll('tbody tr[aria-rowindex] td:first-child'), (cell) => cell.textContent)
const heading = (name: string) => page.getByRole('columnheader', { name })

test('sorts by a column in both directions, then as given', async () => {
  showInConsole(<Table rows={rowsOf(11)} />)
  await expect.element(page.getByRole('table', { name: 'Devices' })).toBeVisible()
  const given = shownNames()
  const button = page.getByRole('button', { name: 'Name' })
  await button.click()
  await expect.element(heading('Name')).toHaveAttribute('aria-sort', 'ascending')
  // Numbers in names are compared as numbers.
  expect(shownNames().slice(0, 3)).toEqual(['Device 1', 'Device 2', 'Device 3'])
  await button.click()
  await expect.element(heading('Name')).toHaveAttribute('aria-sort', 'descending')
  expect(shownNames()[0]).toBe('Device 11')
  await button.click()
  await expect.element(heading('Name')).not.toHaveAttribute('aria-sort')
  expect(shownNames()).toEqual(given)
})

test('sorts with the keyboard', async () => {
  showInConsole(<Table rows={rowsOf(3)} />)
  await expect.element(page.getByRole('button', { name: 'Name' })).toBeVisible()
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('button', { name: 'Name' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(heading('Name')).toHaveAttribute('aria-sort', 'ascending')
})

test('renders only the rows on the screen, with the index and the number of all rows', async () => {
  showInConsole(<Table rows={rowsOf(5000)} />)
  const table = page.getByRole('table', { name: 'Devices' })
  await expect.element(table).toHaveAttribute('aria-rowcount', '5001')
  expect(shownNames().length).toBeLessThan(100)
  expect(document.querySelectorAll('tbody tr[aria-rowindex]')[0]?.getAttribute('aria-rowindex')).toBe('2')
  const height = document.documentElement.scrollHeight
  expect(height).toBeGreaterThan(5000 * 40)
  window.scrollTo(0, 100_000)
  await expect.poll(shownNames).toContain('Device 2490')
  expect(shownNames().length).toBeLessThan(100)
  expect(document.documentElement.scrollHeight).toBe(height)
  window.scrollTo(0, 0)
})

test('renders all rows for print', async () => {
  showInConsole(<Table rows={rowsOf(300)} />)
  await expect.element(page.getByRole('table', { name: 'Devices' })).toBeVisible()
  window.dispatchEvent(new Event('beforeprint'))
  expect(shownNames()).toHaveLength(300)
  window.dispatchEvent(new Event('afterprint'))
  await expect.poll(() => shownNames().length).toBeLessThan(100)
})

test('puts rows that follow each other under the heading of their group', async () => {
  showInConsole(<Table rows={rowsOf(4)} group={({ id }) => (id < 2 ? 'Hall' : 'Boiler room')} />)
  await expect
    .element(page.getByRole('rowheader', { name: 'Boiler room' }).or(page.getByText('Boiler room')))
    .toBeVisible()
  const rows = Array.from(document.querySelectorAll('tbody tr[aria-rowindex]'), (row) => row.textContent)
  expect(rows.map((text) => text.startsWith('Device'))).toEqual([false, true, true, false, true, true])
})

test('is a list on a phone', async () => {
  await page.viewport(390, 844)
  showInConsole(<Table rows={rowsOf(3)} />)
  await expect.element(page.getByRole('list', { name: 'Devices' })).toBeVisible()
  await expect.element(page.getByRole('table')).not.toBeInTheDocument()
  await page.viewport(1280, 800)
  await expect.element(page.getByRole('table', { name: 'Devices' })).toBeVisible()
})
