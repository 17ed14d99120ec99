import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { type ChartSearch, chartSearch } from './search.rules.ts'

/** Shown part of a chart, and the function that changes it. */
export interface ChartControl {
  search: ChartSearch
  /** Undefined restores the default. */
  change: (next: { [K in keyof ChartSearch]?: ChartSearch[K] | undefined }) => void
}

const without = (search: object): ChartSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))

/** Uses the address of a page whose route has `chartSearch`: it can be shared and survives a reload. */
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

/** Keeps the state in the component, for charts inside other components. */
export const useOwnChart = (initial: ChartSearch = {}): ChartControl => {
  const [search, setSearch] = useState(initial)
  return useMemo(() => ({ search, change: (next) => setSearch((before) => without({ ...before, ...next })) }), [search])
}
