import { useEffect, useState } from 'react'
import { call } from '../../../api/ask.ts'

/** How far the chain of records was checked. */
export type ChainCheck =
  | { state: 'checking'; checked: number }
  | { state: 'whole'; lastId: number }
  | { state: 'broken'; id: number }
  | { state: 'unknown' }

/** Has the chain of an organization checked, part by part, each time the page is opened. */
export const useChain = (orgId: number, isOn: boolean): ChainCheck => {
  const [chain, setChain] = useState<ChainCheck>({ state: 'checking', checked: 0 })
  useEffect(() => {
    if (!isOn) return undefined
    const abort = new AbortController()
    void check(orgId, abort.signal, setChain)
    return () => abort.abort()
  }, [orgId, isOn])
  return chain
}

const check = async (orgId: number, signal: AbortSignal, tell: (chain: ChainCheck) => void): Promise<void> => {
  try {
    for (let afterId = 0, checked = 0; ; ) {
      // Throws when the page is gone.
      const part = await call('audit', 'verify', { orgId, afterId }, signal)
      if (part.brokenId !== undefined) return tell({ state: 'broken', id: part.brokenId })
      if (part.isEnd) return tell({ state: 'whole', lastId: part.lastId })
      checked += part.checkedRecords
      afterId = part.lastId
      tell({ state: 'checking', checked })
    }
  } catch {
    if (!signal.aborted) tell({ state: 'unknown' })
  }
}
