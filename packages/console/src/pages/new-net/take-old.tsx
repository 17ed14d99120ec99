import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { type AnswerOf, ask } from '../../api/ask.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { draftOfOld } from './draft/draft.rules.ts'
import type { ChangeDraft } from './draft/draft.ts'

/** Goes on with a network that is there already: to its devices, where it is connected, or else to its connection. */
export const TakeOld = ({ netId, change }: { netId: number; change: ChangeDraft }): ReactNode => {
  const net = useQuery(ask('nets', 'get', { netId }))
  const status = useQuery(ask('links', 'status', { netId }))
  return (
    <Loaded query={net}>
      {(found) => (
        <Loaded query={status}>
          {({ connected }) => <Take net={found} isConnected={connected} change={change} />}
        </Loaded>
      )}
    </Loaded>
  )
}

interface TakeProps {
  net: AnswerOf<'nets', 'get'>
  isConnected: boolean
  change: ChangeDraft
}

const Take = ({ net, isConnected, change }: TakeProps): ReactNode => {
  const navigate = useNavigate()
  const take = useEffectEvent(() => {
    change(() => draftOfOld(net, isConnected))
    void navigate({ to: '/nets/new', search: { step: isConnected ? 'units' : 'connection' }, replace: true })
  })
  useEffect(() => take(), [])
  return null
}
