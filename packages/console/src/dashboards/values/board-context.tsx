import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from 'react'
import { useReadBacks } from '../../readings/values/param-states.ts'
import { withReadBack } from '../../readings/values/quality.rules.ts'
import type { BoardTime } from '../board.rules.ts'
import type { BoardAnswer, BoardHistory, ValueRef } from './board.ts'
import type { BoardValue, BoardValues } from './board-values.ts'

/** Data source of widgets: on the page, on a wall display, or behind a share link. */
export interface BoardSource {
  values: BoardValues
  /** Undefined until it is there. */
  history: BoardHistory | undefined
  /** Time range of charts. */
  time: BoardTime
  /** Set if the user may write to devices. */
  mayWrite: boolean
  /** Set if names link to their pages. */
  hasLinks: boolean
  /** The selected device. */
  lookedAt: number | null
}

const Context = createContext<BoardSource | null>(null)

export const BoardSourceProvider = ({ source, children }: { source: BoardSource; children: ReactNode }): ReactNode => (
  <Context value={source}>{children}</Context>
)

export const useBoardSource = (): BoardSource => {
  const source = useContext(Context)
  if (source === null) throw new Error('there is no board around')
  return source
}

export const useBoardValue = (ref: ValueRef): BoardValue | undefined => {
  const { values } = useBoardSource()
  const one = useSyncExternalStore(values.subscribe, () => values.of(ref))
  const readBack = useReadBacks().get(one?.param.paramId ?? 0)
  return useMemo(() => one && { ...one, state: withReadBack(one.state, readBack) }, [one, readBack])
}

export const useBoardAnswer = (): BoardAnswer | null => {
  const { values } = useBoardSource()
  return useSyncExternalStore(values.subscribe, () => values.answer)
}
