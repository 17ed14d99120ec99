import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/button.tsx'
import { errorText } from '../../ui/error-text.ts'
import { Notice } from '../../ui/notice.tsx'
import { originOf } from './draft.rules.ts'
import type { StepProps } from './draft.ts'
import { NewConnection } from './new-connection.tsx'
import { OldConnection } from './old-connection.tsx'
import { StepPanel } from './step-panel.tsx'
import { type Connected, useConnect } from './use-connect.ts'

/** Where the network is, and whether it can be reached. */
export const ConnectionStep = ({ draft, change, go }: StepProps): ReactNode => {
  const texts = useTexts()
  const { newNet } = texts
  const isOld = draft.made?.isOld === true
  const connect = useConnect()
  const wrong = connect.data !== undefined && 'wrong' in connect.data ? connect.data.wrong : {}
  const check = (): void =>
    connect.mutate(draft, {
      onSuccess: (outcome) => {
        const { made } = outcome
        const isConnected = made !== null && !('trouble' in outcome)
        // Another network has other units.
        const isOther = made?.from !== draft.made?.from
        change(() => ({ made, isConnected, ...(isOther && { scanId: null, units: [] }) }))
        if (isConnected) go('units')
      },
      onError: () => change(() => ({ isConnected: false })),
    })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        check()
      }}
    >
      <StepPanel
        step="connection"
        actions={
          <>
            <span role="status" className="self-center text-sm text-quiet">
              {connect.isPending && newNet.checking}
            </span>
            <Button type="submit" look="primary" disabled={connect.isPending}>
              {newNet.check}
            </Button>
          </>
        }
      >
        {isOld ? <OldConnection draft={draft} /> : <NewConnection draft={draft} change={change} wrong={wrong} />}
        {connect.error !== null && <Notice tone="fault">{errorText(texts, connect.error)}</Notice>}
        {connect.isSuccess && <Outcome outcome={connect.data} host={connect.variables.host.trim()} />}
        {draft.isConnected && draft.made?.from === originOf(draft) && draft.way === 'direct' && !isOld && (
          <Notice>{newNet.connectedTo(`${draft.host.trim()}:${draft.port}`)}</Notice>
        )}
      </StepPanel>
    </form>
  )
}

const Outcome = ({ outcome, host }: { outcome: Connected; host: string }): ReactNode => {
  const { newNet } = useTexts()
  if (!('trouble' in outcome)) return null
  const { trouble, said } = outcome
  return (
    <Notice tone="fault">
      <p className="font-semibold">{newNet.checkFailed}</p>
      <p className="break-words">{trouble === 'notCalled' ? newNet.notCalled : newNet.trouble[trouble](host)}</p>
      {trouble === 'other' && <p className="mt-1 font-mono text-sm break-words">{said}</p>}
    </Notice>
  )
}
