import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Facts } from '../../ui/layout/page.tsx'
import { originOf } from './draft.rules.ts'
import type { NetDraft, StepProps } from './draft.ts'
import { NewConnection } from './new-connection.tsx'
import { StepPanel } from './steps.tsx'
import { type ConnectOutcome, useConnect } from './use-connect.ts'

const isReached = (result: ConnectOutcome): boolean => result.made !== null && !('trouble' in result)

/** Where the network is, and whether it can be reached. */
export const ConnectionStep = ({ draft, change, go }: StepProps): ReactNode => {
  const texts = useTexts()
  const { newNet } = texts
  const isOld = draft.made?.isOld === true
  const connect = useConnect((result, { made: before }) => {
    const { made } = result
    // Another network has other units.
    const isOther = made?.from !== before?.from
    change(() => ({ made, isConnected: isReached(result), ...(isOther && { scanId: null, units: [] }) }))
  })
  const wrong = connect.data !== undefined && 'wrong' in connect.data ? connect.data.wrong : {}
  const check = (): void =>
    connect.mutate(draft, {
      onSuccess: (result) => isReached(result) && go('units'),
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
            <Button type="submit" variant="primary" disabled={connect.isPending}>
              {newNet.check}
            </Button>
          </>
        }
      >
        {isOld ? <OldConnection draft={draft} /> : <NewConnection draft={draft} change={change} wrong={wrong} />}
        {connect.error !== null && <Notice tone="critical">{errorText(texts, connect.error)}</Notice>}
        {connect.isSuccess && <ConnectionResult result={connect.data} host={connect.variables.host.trim()} />}
        {draft.isConnected && draft.made?.from === originOf(draft) && draft.way === 'direct' && !isOld && (
          <Notice>{newNet.connectedTo({ where: `${draft.host.trim()}:${draft.port}` })}</Notice>
        )}
      </StepPanel>
    </form>
  )
}

const ConnectionResult = ({ result, host }: { result: ConnectOutcome; host: string }): ReactNode => {
  const { newNet } = useTexts()
  if (!('trouble' in result)) return null
  const { trouble, message } = result
  return (
    <Notice tone="critical">
      <p className="font-semibold">{newNet.checkFailed}</p>
      <p className="break-words">{trouble === 'notCalled' ? newNet.notCalled : newNet.trouble[trouble]({ host })}</p>
      {trouble === 'other' && <p className="mt-1 font-mono text-sm break-words">{message}</p>}
    </Notice>
  )
}

/** Where a network is that was there before. */
const OldConnection = ({ draft }: { draft: NetDraft }): ReactNode => {
  const { common, net, newNet } = useTexts()
  const { made, name, way, host, port, protocol } = draft
  return (
    <>
      <p className="max-w-prose text-quiet">{newNet.oldHelp}</p>
      <Facts
        facts={[
          [
            common.network,
            <Link key="net" to="/nets/$id" params={{ id: made?.netId ?? 0 }}>
              {name}
            </Link>,
          ],
          [common.address, way === 'direct' ? `${host}:${port}` : net.calledIn({ mac: host })],
          [newNet.protocol, newNet.protocols[protocol]],
        ]}
      />
    </>
  )
}
