import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button, buttonClass } from '../../ui/actions/button.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Choice, Radio, TextField } from '../../ui/forms/fields.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { Facts } from '../../ui/layout/page.tsx'
import { emptyNets, originOf } from './draft.rules.ts'
import { type NetDraft, protocols, type StepProps } from './draft.ts'
import { StepPanel } from './steps.tsx'
import { type ConnectOutcome, useConnect } from './use-connect.ts'

const isReached = (result: ConnectOutcome): boolean => result.made !== null && !('trouble' in result)

/** Address of the network, and whether it can be reached. */
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

/** Connection of an existing network. */
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

interface NewConnectionProps extends Pick<StepProps, 'draft' | 'change'> {
  /** Errors of the service, by field. */
  wrong: Readonly<Record<string, string>>
}

/** Name of the network and its connection. */
const NewConnection = ({ draft, change, wrong }: NewConnectionProps): ReactNode => {
  const { common, gateways, newNet } = useTexts()
  const gateway = useGatewayOf(draft.way === 'code' ? draft.code : '')
  return (
    <>
      {draft.made === null && <Unfinished />}
      <TextField
        label={common.name}
        hint={newNet.nameHint}
        className="max-w-xl"
        maxLength={200}
        required
        value={draft.name}
        error={wrong['name'] === undefined ? undefined : newNet.nameWrong}
        onChange={({ target }) => change(() => ({ name: target.value }))}
      />
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 text-sm font-medium">{newNet.way}</legend>
        <Radio
          name="way"
          label={newNet.wayDirect}
          hint={newNet.wayDirectHint}
          checked={draft.way === 'direct'}
          onChange={() => change(() => ({ way: 'direct' }))}
        />
        <Radio
          name="way"
          label={newNet.wayCode}
          hint={newNet.wayCodeHint}
          checked={draft.way === 'code'}
          onChange={() => change(() => ({ way: 'code' }))}
        />
      </fieldset>
      {draft.way === 'direct' ? (
        <DirectFields draft={draft} change={change} wrong={wrong} />
      ) : (
        <TextField
          label={newNet.code}
          hint={gateway === undefined ? newNet.codeHint : gateways.found({ gateway })}
          className="max-w-xl"
          inputMode="numeric"
          autoComplete="off"
          pattern="\s*(\d\s*){8}"
          required
          value={draft.code}
          error={wrong['connection.code'] === undefined ? undefined : newNet.codeWrong}
          onChange={({ target }) => change(() => ({ code: target.value }))}
        />
      )}
    </>
  )
}

const DirectFields = ({ draft, change, wrong }: NewConnectionProps): ReactNode => {
  const { newNet } = useTexts()
  return (
    <div className="grid max-w-xl gap-4 sm:grid-cols-[1fr_8rem]">
      <TextField
        label={newNet.host}
        hint={newNet.hostHint}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        required
        value={draft.host}
        error={wrong['connection.ip'] === undefined ? undefined : newNet.hostWrong}
        onChange={({ target }) => change(() => ({ host: target.value }))}
      />
      <NumberField
        label={newNet.port}
        isWhole
        min={1}
        max={65_535}
        required
        value={draft.port}
        error={wrong['connection.port']}
        onChange={(port) => change(() => ({ port }))}
      />
      <div className="flex flex-col gap-1 sm:col-span-2">
        <Choice
          label={newNet.protocol}
          value={draft.protocol}
          options={protocols.map((protocol) => [protocol, newNet.protocols[protocol]] as const)}
          onChange={(protocol) => change(() => ({ protocol }))}
        />
        <p className="text-sm text-quiet">{newNet.protocolHint}</p>
      </div>
    </div>
  )
}

/** Which gateway shows a code, once all its digits are typed. */
const useGatewayOf = (typed: string): string | undefined => {
  const digits = typed.replaceAll(/\s/g, '')
  const isComplete = /^\d{8}$/.test(digits)
  const { data } = useQuery({
    ...apiQuery('codes', 'activationCode', { code: isComplete ? Number(digits) : 0 }),
    enabled: isComplete,
    // Wrong ones are counted.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data && [data.sku ?? '', data.mac].filter(Boolean).join(' ')
}

/** More are found on the overview. */
const offeredMax = 5

/** Networks that were left without devices, with links to go on with them. */
const Unfinished = (): ReactNode => {
  const { newNet } = useTexts()
  const { orgId } = useOrg()
  const tree = useQuery(apiQuery('nets', 'tree', { orgId }))
  const nets = tree.data === undefined ? [] : emptyNets(tree.data)
  if (nets.length === 0) return null
  return (
    <Notice>
      <p className="font-semibold">{newNet.unfinished}</p>
      <p>{newNet.unfinishedHelp}</p>
      <ul className="mt-2 flex flex-wrap gap-2">
        {nets.slice(0, offeredMax).map(({ id, name }) => (
          <li key={id} className="max-w-full">
            <Link to="/nets/new" search={{ net: id }} className={`${buttonClass()} max-w-full`}>
              <span className="truncate">{newNet.goOnWith({ name })}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
