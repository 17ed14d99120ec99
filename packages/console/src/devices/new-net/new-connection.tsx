import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { buttonClass } from '../../ui/actions/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Choice, Radio, TextField } from '../../ui/forms/fields.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { emptyNets } from './draft.rules.ts'
import { protocols, type StepProps } from './draft.ts'

export interface NewConnectionProps extends Pick<StepProps, 'draft' | 'change'> {
  /** By field, as the service gives them. */
  wrong: Readonly<Record<string, string>>
}

/** Who it is, and how it is to be reached. */
export const NewConnection = ({ draft, change, wrong }: NewConnectionProps): ReactNode => {
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
