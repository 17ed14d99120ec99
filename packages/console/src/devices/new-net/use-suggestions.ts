import { useQueries } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { chosenUnits, sureSuggestion, withTemplate } from './draft.rules.ts'
import type { StepProps } from './draft.ts'

type Identification = AnswerOf<'scan', 'identify'>

export interface Suggestions {
  isAsking: boolean
  templates: Identification['templates']
}

/** Number of units identified at once: they share one connection. */
const atOnce = 2
const shownMax = 3
const keptMs = 600_000

/** Identifies the wanted units, a few at a time; a certain match becomes the template of a unit without one. */
export const useSuggestions = ({
  draft,
  change,
}: Pick<StepProps, 'draft' | 'change'>): ReadonlyMap<number, Suggestions> => {
  const { newNet } = useTexts()
  const connection = { kind: 'net-id', networkId: draft.made?.netId ?? 0 } as const
  const units = chosenUnits(draft)
  const [turn, setTurn] = useState(atOnce)
  const results = useQueries({
    queries: units.map(({ unit }, i) => ({
      ...apiQuery('scan', 'identify', { connection, unit }),
      staleTime: keptMs,
      gcTime: keptMs,
      retry: false,
      enabled: i < turn,
    })),
  })
  const over = results.filter(({ data, error }) => data !== undefined || error !== null).length
  if (over + atOnce > turn) setTurn(over + atOnce)
  const take = useEffectEvent(() => {
    for (const [i, { unit, template }] of units.entries()) {
      const sure = template === null ? sureSuggestion(results[i]?.data?.templates ?? []) : undefined
      if (sure === undefined) continue
      const chosen = { id: sure.id, name: sure.name }
      change((old) => ({ units: withTemplate(old.units, unit, chosen, newNet.deviceName) }))
    }
  })
  useEffect(() => take(), [over])
  return new Map(
    units.map(({ unit }, i) => {
      const { data, error } = results[i] ?? {}
      return [unit, { isAsking: data === undefined && !error, templates: likely(data?.templates ?? []) }]
    }),
  )
}

/**
 * Returns templates with readable values, and those that the device reports itself; without maps that it assigns to
 * another type.
 */
const likely = (templates: Identification['templates']): Identification['templates'] =>
  templates
    .filter(({ matched, fitting, variant }) => (matched === 'sku' || fitting > 0) && variant?.answer !== 'no')
    .slice(0, shownMax)
