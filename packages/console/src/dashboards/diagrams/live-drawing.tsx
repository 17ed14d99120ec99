import { Drawing, type DrawingProps } from '@busbar/diagrams/viewer'
import { type ReactNode, useCallback } from 'react'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'

/** A drawing whose values show their age in the language of the user. */
export const LiveDrawing = (props: Omit<DrawingProps, 'ageOf'>): ReactNode => {
  const { ago } = useFormat()
  const now = useNow()
  const ageOf = useCallback((readOn: string) => ago(readOn, now), [ago, now])
  return <Drawing {...props} ageOf={ageOf} />
}
