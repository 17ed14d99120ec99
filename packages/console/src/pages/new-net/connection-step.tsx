import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { errorText } from '../../ui/error-text.ts'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Radio } from '../../ui/tick.tsx'
import { originOf } from './draft.rules.ts'
import { protocols, type StepProps } from './draft.ts'
import { StepPanel } from './step-panel.tsx'
import { type Connected, useConnect } from './use-connect.ts'

/** Where the network is, and whether it can be reached. */
export const ConnectionStep = ({ draft, change, go }: StepProps): ReactNode => {
  const texts = useTexts()
  const { common, newNet } = texts
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
            hint={newNet.codeHint}
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
        {connect.error !== null && <Notice tone="fault">{errorText(texts, connect.error)}</Notice>}
        {connect.isSuccess && <Outcome outcome={connect.data} host={connect.variables.host.trim()} />}
        {draft.isConnected && draft.made?.from === originOf(draft) && draft.way === 'direct' && (
          <Notice>{newNet.connectedTo(`${draft.host.trim()}:${draft.port}`)}</Notice>
        )}
      </StepPanel>
    </form>
  )
}

interface DirectFieldsProps extends Pick<StepProps, 'draft' | 'change'> {
  wrong: Readonly<Record<string, string>>
}

const DirectFields = ({ draft, change, wrong }: DirectFieldsProps): ReactNode => {
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
      <TextField
        label={newNet.port}
        type="number"
        min={1}
        max={65_535}
        required
        value={draft.port}
        error={wrong['connection.port']}
        onChange={({ target }) => change(() => ({ port: target.value }))}
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
