import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../data/api/api-error.ts'
import { type AnswerOf, apiQuery, type RequestOf } from '../data/api/api-query.ts'
import { useFormat } from '../data/format/use-format.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button } from '../ui/actions/button.tsx'
import { useAction } from '../ui/actions/use-action.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Loaded } from '../ui/feedback/loaded.tsx'
import { StateMark } from '../ui/feedback/state-mark.tsx'
import { toast } from '../ui/feedback/toasts.tsx'
import { TextField } from '../ui/forms/fields.tsx'
import { Panel } from '../ui/layout/page.tsx'

type OwnContact = AnswerOf<'contactProofs', 'own'>[number]
type Channel = OwnContact['channels'][number]
type ProvableChannel = RequestOf<'contactProofs', 'sendCode'>['type']

/** Contacts of the user in each organization, with their delivery state. */
export const OwnContacts = (): ReactNode => {
  const { ownContacts: texts } = useTexts()
  const own = useQuery(apiQuery('contactProofs', 'own', {}))
  return (
    <Panel title={texts.title} aside={<Link to="/alerts/contacts">{texts.allContacts}</Link>}>
      <Loaded query={own}>
        {(contacts) =>
          contacts.length === 0 ? (
            <EmptyState title={texts.none} help={texts.noneHelp} />
          ) : (
            <ul className="border-t border-line">
              {contacts.map((contact) => (
                <ContactItem key={contact.contactId} contact={contact} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}

const ContactItem = ({ contact: { contactId, orgName, name, channels } }: { contact: OwnContact }): ReactNode => (
  <li className="border-b border-line px-4 py-3 last:border-b-0">
    <p className="font-medium break-words">
      {name} <span className="font-normal text-quiet">· {orgName}</span>
    </p>
    <ul className="mt-1 flex flex-col gap-2">
      {channels.map((channel) => (
        <ChannelItem key={`${channel.type} ${channel.address}`} contactId={contactId} channel={channel} />
      ))}
    </ul>
  </li>
)

const ChannelItem = ({ contactId, channel }: { contactId: number; channel: Channel }): ReactNode => {
  const { alertForm, ownContacts: texts } = useTexts()
  const { time } = useFormat()
  const [isCodeSent, setIsCodeSent] = useState(false)
  const { type, address, isProvable, isSent, provenOn } = channel
  const showOutcome = (done: string, answer: { ok: true } | { err: string }): void =>
    'err' in answer ? toast(texts.notSent({ why: answer.err }), 'critical') : toast(done)
  const sendCode = useAction('contactProofs', 'sendCode', [], (answer) => showOutcome(texts.codeSent, answer))
  const test = useAction('contactProofs', 'test', [], (answer) => showOutcome(texts.tested, answer))
  const to = { contactId, address }
  const label = `${alertForm.channels[type]} ${address}`
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <span className="min-w-48 flex-1 break-words">
        <span className="text-quiet">{alertForm.channels[type]}:</span> {address}
        <span className="block text-xs">
          {provenOn !== undefined ? (
            <StateMark tone="ok">{texts.proven({ when: time(provenOn) })}</StateMark>
          ) : isProvable ? (
            <StateMark tone="warning">{texts.unproven}</StateMark>
          ) : (
            <span className="text-quiet">{texts.testOnly}</span>
          )}
        </span>
      </span>
      {isSent ? (
        <>
          {isProvable && provenOn === undefined && (
            <Button
              isChange
              isBusy={sendCode.isPending}
              aria-label={texts.sendCodeTo({ to: label })}
              onClick={() =>
                sendCode.mutate(
                  { ...to, type: type as ProvableChannel },
                  { onSuccess: (answer) => setIsCodeSent('ok' in answer) },
                )
              }
            >
              {texts.sendCode}
            </Button>
          )}
          <Button
            isChange
            isBusy={test.isPending}
            aria-label={texts.testTo({ to: label })}
            onClick={() => test.mutate({ ...to, type })}
          >
            {texts.test}
          </Button>
        </>
      ) : (
        <span className="text-quiet">{texts.noWay}</span>
      )}
      {isCodeSent && provenOn === undefined && (
        <CodeForm
          contactId={contactId}
          type={type as ProvableChannel}
          address={address}
          onProven={() => setIsCodeSent(false)}
        />
      )}
    </li>
  )
}

interface CodeFormProps {
  contactId: number
  type: ProvableChannel
  address: string
  onProven: () => void
}

const CodeForm = ({ contactId, type, address, onProven }: CodeFormProps): ReactNode => {
  const { ownContacts: texts } = useTexts()
  const [code, setCode] = useState('')
  const prove = useAction('contactProofs', 'prove', [['contactProofs'], ['contacts']], () => toast(texts.provenNow))
  const isWrong = prove.error instanceof ApiError && prove.error.code === 'InvalidCode'
  return (
    <form
      className="flex w-full flex-wrap items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        prove.mutate({ contactId, type, address, code }, { onSuccess: onProven })
      }}
    >
      <TextField
        label={texts.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="\s*(\d\s*){6}"
        required
        value={code}
        error={isWrong ? texts.codeWrong : undefined}
        onChange={({ target }) => setCode(target.value)}
      />
      <Button type="submit" variant="primary" isChange isBusy={prove.isPending} className="mt-6">
        {texts.prove}
      </Button>
    </form>
  )
}
