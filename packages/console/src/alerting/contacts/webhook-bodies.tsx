import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { TextArea, TextField } from '../../ui/forms/fields.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { PeoplePanel, PeopleRow } from './people-panel.tsx'

type WebhookBodyList = AnswerOf<'webhookBodies', 'list'>
type WebhookBody = WebhookBodyList['bodies'][number]

const changed = [['webhookBodies']] as const
const newBody: WebhookBody = { address: 'https://', body: '{\n  "text": "{title}",\n  "link": "{alert.url}"\n}' }

/** Webhook bodies for receivers that require their own format. */
export const WebhookBodies = (): ReactNode => {
  const { orgId } = useOrg()
  const isManager = useHasRole('manager')
  const bodies = useQuery({ ...apiQuery('webhookBodies', 'list', { orgId }), enabled: isManager })
  return isManager ? <Loaded query={bodies}>{(found) => <BodyList {...found} />}</Loaded> : null
}

const BodyList = ({ bodies, fields, presets }: WebhookBodyList): ReactNode => {
  const { webhookBodies: texts, contacts } = useTexts()
  const { orgId } = useOrg()
  const [edited, setEdited] = useState<WebhookBody | null>(null)
  const put = useAction('webhookBodies', 'put', changed)
  return (
    <>
      <PeoplePanel
        title={texts.title}
        help={texts.help}
        none={texts.none}
        addText={texts.add}
        onAdd={() => setEdited(newBody)}
      >
        {bodies.map((one) => (
          <PeopleRow
            key={one.address}
            actions={
              <div className="flex flex-wrap gap-2">
                <Button aria-label={contacts.editOf({ name: one.address })} onClick={() => setEdited(one)}>
                  {contacts.edit}
                </Button>
                <ConfirmButton
                  act={texts.usual}
                  question={texts.usualQuestion}
                  isBusy={put.isPending}
                  onConfirm={() => put.mutate({ orgId, address: one.address, body: null })}
                />
              </div>
            }
          >
            <span className="font-medium break-all">{one.address}</span>
            <code className="font-mono text-xs break-words text-quiet">{one.body}</code>
          </PeopleRow>
        ))}
      </PeoplePanel>
      {edited !== null && (
        <BodyDialog initial={edited} fields={fields} presets={presets} onClose={() => setEdited(null)} />
      )}
    </>
  )
}

interface BodyDialogProps {
  initial: WebhookBody
  fields: WebhookBodyList['fields']
  presets: WebhookBodyList['presets']
  onClose: () => void
}

/** A body is checked when it is saved; the example shows what a program would get. */
const BodyDialog = ({ initial, fields, presets, onClose }: BodyDialogProps): ReactNode => {
  const { webhookBodies: texts } = useTexts()
  const { orgId } = useOrg()
  const [{ address, body }, setDraft] = useState(initial)
  const area = useRef<HTMLDivElement>(null)
  const put = useAction('webhookBodies', 'put', changed)
  const preview = useAction('webhookBodies', 'preview', [])
  const insert = (name: string): void => {
    const field = area.current?.querySelector('textarea')
    const [from, till] = [field?.selectionStart ?? body.length, field?.selectionEnd ?? body.length]
    setDraft({ address, body: `${body.slice(0, from)}{${name}}${body.slice(till)}` })
    field?.focus()
  }
  const isNew = initial === newBody
  const chosen = presets.find((one) => one.body === body)
  return (
    <EditDialog
      title={isNew ? texts.add : initial.address}
      onClose={onClose}
      onSave={() => put.mutate({ orgId, address, body }, { onSuccess: onClose })}
      isBusy={put.isPending}
      problem={null}
    >
      {isNew && (
        <div role="group" aria-label={texts.presets} className="flex flex-wrap items-center gap-1">
          <span className="mr-1 text-sm font-medium">{texts.presets}</span>
          {presets.map((one) => (
            <Button key={one.name} aria-pressed={one === chosen} onClick={() => setDraft({ address, body: one.body })}>
              {one.name}
            </Button>
          ))}
        </div>
      )}
      {isNew && (
        <TextField
          label={texts.address}
          hint={chosen?.address}
          type="url"
          pattern="https://.+"
          required
          maxLength={2000}
          value={address}
          onChange={(event) => setDraft({ address: event.target.value, body })}
        />
      )}
      <div ref={area} className="flex flex-col gap-2">
        <TextArea
          label={texts.body}
          hint={texts.bodyHelp}
          rows={7}
          required
          maxLength={8000}
          spellCheck={false}
          value={body}
          onChange={(event) => setDraft({ address, body: event.target.value })}
        />
        <div role="group" aria-label={texts.fields} className="flex flex-wrap gap-1">
          {fields.map(({ name }) => (
            <Button
              key={name}
              aria-label={texts.insert({ name })}
              className="font-mono text-xs"
              onClick={() => insert(name)}
            >
              {name}
            </Button>
          ))}
        </div>
      </div>
      <div className="flex flex-col gap-2">
        <div>
          <Button disabled={preview.isPending} onClick={() => preview.mutate({ orgId, body })}>
            {texts.show}
          </Button>
        </div>
        {preview.data !== undefined && (
          <pre
            role="status"
            aria-label={texts.example}
            className="rounded-part border border-line bg-sunken p-3 font-mono text-xs break-words whitespace-pre-wrap"
          >
            {preview.data.json}
          </pre>
        )}
      </div>
    </EditDialog>
  )
}
