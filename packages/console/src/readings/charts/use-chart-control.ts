import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { type ChartSearch, chartSearch } from './search.rules.ts'

/** What of a chart is shown, and how that is changed. */
export interface ChartControl {
  search: ChartSearch
  /** What is undefined goes back to what is usual. */
  change: (next: { [K in keyof ChartSearch]?: ChartSearch[K] | undefined }) => void
}

const without = (search: object): ChartSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))

/** Of the address of the page, which has `chartSearch` in its route: it can be shared, and stays over a reload. */
export const useChartAddress = (): ChartControl => {
  const all = useSearch({ strict: false })
  const navigate = useNavigate()
  const key = JSON.stringify(chartSearch(all))
  return useMemo(
    () => ({
      search: JSON.parse(key) as ChartSearch,
      change: (next) =>
        void navigate({
          to: '.',
          search: (before: object) => without({ ...before, ...next }),
          replace: true,
          resetScroll: false,
        } as Parameters<typeof navigate>[0]),
    }),
    [key, navigate],
  )
}

/** Of the component alone: for charts that are a part of something else. */
export const useOwnChart = (initial: ChartSearch = {}): ChartControl => {
  const [search, setSearch] = useState(initial)
  return useMemo(() => ({ search, change: (next) => setSearch((before) => without({ ...before, ...next })) }), [search])
}
