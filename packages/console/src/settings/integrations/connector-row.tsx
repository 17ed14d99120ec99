import type { ReactNode } from 'react'
import { useOrg } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { StateMark, type Tone } from '../../ui/feedback/state-mark.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import type { Broker, Connector } from './connector.ts'

const changed = [['connectors']] as const

export const ConnectorRow = ({ of: connector, onEdit }: { of: Connector; onEdit: () => void }): ReactNode => {
  const { integrations: texts } = useTexts()
  const { orgId } = useOrg()
  const { id, name, kind, settings } = connector
  const showOutcome = (answer: { ok: true } | { err: string }): void =>
    'ok' in answer
      ? toast(kind === 'mqtt' ? texts.tested({ name }) : texts.taken({ name }))
      : toast(answer.err, 'critical')
  const test = useAction('connectors', 'test', changed, showOutcome)
  const remove = useAction('connectors', 'delete', changed)
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-4 py-3">
      <div className="flex min-w-0 flex-col gap-1 text-sm">
        <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <span className="font-medium break-words">{name}</span>
          <State of={connector} />
        </span>
        <span className="font-mono text-xs break-all text-quiet">{settings.url}</span>
        {kind === 'mqtt' && <BrokerFacts of={connector} />}
        <Counts of={connector} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          aria-label={texts.testOf({ name })}
          isBusy={test.isPending}
          onClick={() => test.mutate({ orgId, connectorId: id })}
        >
          {texts.test}
        </Button>
        <Button aria-label={texts.editOf({ name })} onClick={onEdit}>
          {texts.edit}
        </Button>
        <ConfirmButton
          act={texts.delete}
          label={texts.deleteOf({ name })}
          question={kind === 'mqtt' ? texts.deleteQuestion({ name }) : texts.deleteReceiverQuestion({ name })}
          variant="danger"
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate({ orgId, connectorId: id })}
        />
      </div>
    </li>
  )
}

const BrokerFacts = ({ of: { root, settings } }: { of: Broker }): ReactNode => {
  const { integrations: texts } = useTexts()
  return (
    <>
      <span className="text-xs break-all text-quiet">{texts.topic({ topic: root })}</span>
      {settings.discovery && <span className="text-xs text-quiet">{texts.discoveryOn}</span>}
      {settings.commands.length > 0 && <span className="text-xs text-quiet">{texts.commandsOn}</span>}
    </>
  )
}

const State = ({ of: { state } }: { of: Connector }): ReactNode => {
  const { integrations: texts } = useTexts()
  const stands = (): [tone: Tone, text: string] => {
    if (state === null) return ['muted', texts.off]
    if (state.isConnected) return state.lastError === null ? ['ok', texts.connected] : ['warning', texts.connected]
    return state.since === null ? ['info', texts.connecting] : ['warning', texts.notConnected]
  }
  const [tone, text] = stands()
  const error = state?.lastError ?? null
  return (
    <StateMark tone={tone}>
      {text}
      {error !== null && `: ${error}`}
    </StateMark>
  )
}

const Counts = ({ of: { state } }: { of: Connector }): ReactNode => {
  const { integrations: texts } = useTexts()
  const { number } = useFormat()
  if (state === null) return null
  const { sent, coalesced, dropped, replayed, commands } = state
  const counts = [
    texts.sent({ count: number(sent) }),
    coalesced > 0 && texts.coalesced({ count: number(coalesced) }),
    replayed > 0 && texts.replayed({ count: number(replayed) }),
    dropped > 0 && texts.dropped({ count: number(dropped) }),
    commands > 0 && texts.commandsDone({ count: number(commands) }),
  ]
  return <span className="text-xs text-quiet">{counts.filter((one) => one !== false).join(' · ')}</span>
}
