import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Choice, fieldClass } from '../../ui/forms/fields.tsx'
import { type AlertFilters, levelNames, stateNames } from './alert-list.rules.ts'

export interface FilterBarProps {
  filters: AlertFilters
  /** Shows the filter by state, on the list of all alerts. */
  hasState: boolean
}

/** Text is written to the address after this pause, so that other filters are not overwritten. */
const typedMs = 300

/** Filters by text, site, severity and state, stored in the address. */
export const FilterBar = ({ filters, hasState }: FilterBarProps): ReactNode => {
  const { alerts } = useTexts()
  const { orgId } = useOrg()
  const navigate = useNavigate()
  const nets = useQuery(apiQuery('nets', 'list', { orgId })).data ?? []
  const [text, setText] = useState(filters.text ?? '')
  const change = (changes: Partial<Record<keyof AlertFilters, AlertFilters[keyof AlertFilters]>>): void => {
    const search = Object.fromEntries(
      Object.entries({ ...filters, page: undefined, ...changes }).filter(([, one]) => one !== undefined && one !== ''),
    )
    void navigate({ to: '.', search: search as never, replace: true })
  }
  useEffect(() => {
    if (text.trim() === (filters.text ?? '')) return undefined
    const timer = setTimeout(() => change({ text: text.trim() }), typedMs)
    return () => clearTimeout(timer)
  })
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      <input
        type="search"
        aria-label={alerts.find}
        placeholder={alerts.find}
        value={text}
        maxLength={100}
        onChange={(event) => setText(event.target.value)}
        className={`w-48 max-md:w-full ${fieldClass}`}
      />
      <Choice<number>
        label={alerts.site}
        isLabelHidden
        value={filters.site ?? 0}
        options={[[0, alerts.allNets], ...nets.map(({ id, name }) => [id, name] as const)]}
        onChange={(site) => change({ site: site === 0 ? undefined : site })}
      />
      <Choice<string>
        label={alerts.level}
        isLabelHidden
        value={filters.level ?? ''}
        options={[['', alerts.allLevels], ...levelNames.map((level) => [level, alerts.levels[level]] as const)]}
        onChange={(level) => change({ level })}
      />
      {hasState && (
        <Choice<string>
          label={alerts.show}
          isLabelHidden
          value={filters.state ?? ''}
          options={[['', alerts.allStates], ...stateNames.map((state) => [state, alerts.showOptions[state]] as const)]}
          onChange={(state) => change({ state })}
        />
      )}
    </div>
  )
}
