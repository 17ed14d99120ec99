import { spans, type TimeRange } from '@busbar/charts/window'
import { type ReactNode, useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showInConsole, texts } from '../../testing/view.tsx'
import type { ChartSearch } from './search.rules.ts'
import { TimeBar } from './time-bar.tsx'

const { charts, common } = texts
const now = Date.UTC(2026, 10, 14, 12)
const zones = { mine: 'Europe/Kyiv', org: 'Europe/Warsaw', utc: 'UTC' } as const
const picker = page.getByRole('button', { name: 'Kyiv' })

const showBar = (range: TimeRange = { spanMs: spans.day, till: null }) => {
  const ranges: TimeRange[] = []
  const changes: object[] = []
  const Bar = (): ReactNode => {
    const [shown, setShown] = useState(range)
    const [search, setSearch] = useState<ChartSearch>({})
    return (
      <TimeBar
        range={shown}
        now={now}
        zones={zones}
        control={{
          search,
          change: (next: object) => {
            changes.push(next)
            setSearch((was) => ({ ...was, ...next }))
          },
        }}
        onRange={(next) => {
          ranges.push(next)
          setShown(next)
        }}
      />
    )
  }
  showInConsole(<Bar />)
  return { ranges, changes }
}

test('offers spans, of which the shown one is pressed', async () => {
  const { changes } = showBar()
  await expect.element(page.getByRole('button', { name: charts.spans.day })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: charts.spans.week }).click()
  expect(changes).toEqual([{ span: spans.week / 1000, from: undefined, till: undefined }])
})

test('moves by half of the span, and not into the future', async () => {
  const { ranges } = showBar()
  await expect.element(page.getByRole('button', { name: charts.later })).toBeDisabled()
  await page.getByRole('button', { name: charts.earlier }).click()
  expect(ranges).toEqual([{ spanMs: spans.day, till: now - spans.day / 2 }])
  await expect.element(page.getByRole('button', { name: charts.later })).toBeEnabled()
})

test('zooms in and out around the middle', async () => {
  const { ranges } = showBar({ spanMs: spans.day, till: now - spans.day })
  await page.getByRole('button', { name: charts.zoomIn }).click()
  expect(ranges.at(-1)?.spanMs).toBe(spans.day / 2)
})

test('shows a range that was typed', async () => {
  const { ranges } = showBar()
  await picker.click()
  await page.getByLabelText(charts.from, { exact: true }).fill('2026-11-13T10:00')
  await page.getByLabelText(charts.till, { exact: true }).fill('2026-11-13T12:00')
  await page.getByRole('button', { name: charts.show }).click()
  // 12:00 in Kyiv is 10:00 in UTC.
  expect(ranges).toEqual([{ spanMs: 2 * spans.hour, till: Date.UTC(2026, 10, 13, 10) }])
  await expect.element(page.getByRole('button', { name: charts.show })).not.toBeInTheDocument()
})

test('chooses the days from one to another in the calendar', async () => {
  const { ranges } = showBar()
  await picker.click()
  const day = (number: number) =>
    page.getByRole('button', { name: new RegExp(`^(\\D+ )?${number}\\b.*November|November ${number}\\b`) }).first()
  for (const number of [10, 11]) {
    await expect.element(day(number)).toBeInTheDocument()
    ;(day(number).element() as HTMLButtonElement).click()
  }
  await page.getByRole('button', { name: charts.show }).click()
  expect(ranges).toEqual([{ spanMs: 2 * spans.day, till: Date.UTC(2026, 10, 11, 22) }])
})

test('cancels with the button or Escape and returns the focus', async () => {
  const { ranges } = showBar()
  await picker.click()
  await page.getByRole('button', { name: common.cancel }).click()
  await expect.element(page.getByRole('button', { name: charts.show })).not.toBeInTheDocument()
  await picker.click()
  await expect.element(page.getByRole('button', { name: charts.show })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: charts.show })).not.toBeInTheDocument()
  await expect.element(picker).toHaveFocus()
  expect(ranges).toEqual([])
})

test('changes the zone in which times are entered, without changing the moment', async () => {
  const { changes } = showBar({ spanMs: spans.hour, till: now })
  await picker.click()
  await expect.element(page.getByLabelText(charts.till, { exact: true })).toHaveValue('2026-11-14T14:00')
  await page.getByText('UTC', { exact: true }).click()
  await expect.element(page.getByLabelText(charts.till, { exact: true })).toHaveValue('2026-11-14T12:00')
  expect(changes).toEqual([{ zone: 'utc' }])
})
