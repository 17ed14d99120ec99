import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, type ReactNode, useState } from 'react'
import { ApiError } from '../../data/api/api-error.ts'
import type { AnswerOf } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Checkbox, fieldClass, Labelled } from '../../ui/forms/fields.tsx'

const counted = [
  'templates',
  'networks',
  'devices',
  'params',
  'alerts',
  'dashboards',
  'visualizations',
  'reports',
  'trees',
  'contacts',
] as const
const shownMax = 20

interface ImportPlanProps {
  document: object
  outcome: AnswerOf<'transfer', 'import'>
}

/** Preview of the objects that a document adds, and its effects outside the service. */
const ImportPlan = ({ document, outcome }: ImportPlanProps): ReactNode => {
  const { orgSettings: texts } = useTexts()
  const { plan, notes } = outcome
  const added = counted.flatMap((one) => {
    const list = (document as Readonly<Record<string, unknown>>)[one]
    const count = Array.isArray(list) ? list.length : 0
    return count === 0 ? [] : [texts.counts[one]({ count })]
  })
  const recipients = plan.recipients.map(({ recepient }) => recepient)
  return (
    <>
      <List title={texts.adds} items={added.length === 0 ? [texts.nothing] : added} />
      <List title={texts.dials} items={plan.dials.map(({ name, address }) => `${name} (${address})`)} />
      <List title={texts.writes} items={plan.writes.map(({ name }) => name)} />
      <List title={texts.recipients} items={recipients} />
      <List title={texts.notes} items={notes} />
    </>
  )
}

const List = ({ title, items }: { title: string; items: readonly string[] }): ReactNode =>
  items.length > 0 && (
    <section aria-label={title}>
      <h3 className="text-sm font-semibold">{title}</h3>
      <ul className="list-disc pl-5 break-words">
        {items.slice(0, shownMax).map((item) => (
          <li key={item}>{item}</li>
        ))}
        {items.length > shownMax && <li>{`+ ${items.length - shownMax}`}</li>}
      </ul>
    </section>
  )

/** As much as the service takes in one request. */
const bytesMax = 1_048_000

const nothingOn = { startPolling: false, allowWriting: false, startAlerts: false }

/** Shows what a document would do, and does it when told. */
export const ImportDialog = ({ onClose }: { onClose: () => void }): ReactNode => {
  const texts = useTexts()
  const { orgSettings, common } = texts
  const { orgId } = useOrg()
  const client = useQueryClient()
  const [document, setDocument] = useState<object | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const [switches, setSwitches] = useState(nothingOn)
  const plan = useMutation({
    mutationFn: (content: object) => sendDocument(orgId, content, { plan: true }),
  })
  const run = useMutation({
    mutationFn: (content: object) => sendDocument(orgId, content, switches),
    onSuccess: async () => {
      toast(orgSettings.imported)
      onClose()
      await client.invalidateQueries()
    },
  })
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = target.files?.[0]
    setDocument(null)
    setWrong(null)
    plan.reset()
    if (file === undefined) return
    if (file.size > bytesMax) return setWrong(orgSettings.tooLarge)
    const read = parsed(await file.text())
    if (read === null) return setWrong(orgSettings.notDocument)
    setDocument(read)
    plan.mutate(read)
  }
  const failure = plan.error ?? run.error
  return (
    <Dialog title={orgSettings.transfer} isOpen onClose={onClose}>
      <div className="flex flex-col gap-4">
        <p>{orgSettings.importHelp}</p>
        <Labelled label={orgSettings.file} error={wrong ?? undefined}>
          {(ties) => (
            <input
              {...ties}
              type="file"
              accept="application/json,.json"
              onChange={(event) => void choose(event)}
              className={`${fieldClass} py-1`}
            />
          )}
        </Labelled>
        {failure !== null && (
          <Notice tone="critical">
            {failure instanceof ApiError && failure.code === 'IncorrectRequest'
              ? failure.message
              : errorText(texts, failure)}
          </Notice>
        )}
        {plan.data !== undefined && document !== null && (
          <>
            <ImportPlan document={document} outcome={plan.data} />
            <fieldset className="flex flex-col gap-2">
              <legend className="mb-1 text-quiet">{orgSettings.off}</legend>
              {(['startPolling', 'allowWriting', 'startAlerts'] as const).map((one) => (
                <Checkbox
                  key={one}
                  label={orgSettings[one]}
                  checked={switches[one]}
                  onChange={({ target }) => setSwitches((before) => ({ ...before, [one]: target.checked }))}
                />
              ))}
            </fieldset>
          </>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button
            variant="primary"
            isChange
            disabled={plan.data === undefined || document === null}
            isBusy={plan.isPending || run.isPending}
            onClick={() => document !== null && run.mutate(document)}
          >
            {orgSettings.doImport}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** Null for what is no document; the service looks closer. */
const parsed = (text: string): object | null => {
  try {
    const found: unknown = JSON.parse(text)
    const isDocument = typeof found === 'object' && found !== null && 'format' in found
    return isDocument && found.format === 'busbar-organization' ? found : null
  } catch {
    return null
  }
}

type ImportAnswer = AnswerOf<'transfer', 'import'>
type ImportSwitches = Partial<Record<'plan' | 'startPolling' | 'allowWriting' | 'startAlerts', boolean>>

/** Sends a document of an organization as it stands in its file: what is in it only the service judges. */
const sendDocument = async (orgId: number, document: object, switches: ImportSwitches): Promise<ImportAnswer> => {
  const query = new URLSearchParams(Object.entries(switches).map(([name, isOn]) => [name, String(isOn)]))
  const { sessionFetch } = await import('../../data/api/api.ts')
  const response = await sessionFetch(`/api/v1/org/${orgId}/import/?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(document),
  })
  const answer = (await response.json()) as ImportAnswer & { errorCode?: string; errorMessage?: string }
  if (response.ok) return answer
  const { errorCode: code = 'Unreadable', errorMessage: message = '' } = answer
  throw new ApiError({ code, message, status: response.status })
}
