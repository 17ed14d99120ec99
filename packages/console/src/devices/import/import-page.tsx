import { fill } from '@busbar/ui/messages'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ChangeEvent, type ReactNode, useState } from 'react'
import { ApiError } from '../../data/api/api-error.ts'
import { useHasRole } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import type { Texts } from '../../texts/messages.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Checkbox, Choice, fieldClass, Labelled } from '../../ui/forms/fields.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { Page, Panel } from '../../ui/layout/page.tsx'
import { PlanView } from './plan.tsx'
import {
  type ImportFile,
  type ImportFormat,
  type ImportNote,
  type ImportOutcome,
  Questions,
  useImport,
} from './questions.tsx'

const order: readonly ImportNote['level'][] = ['left-out', 'changed', 'info']
const tones: Readonly<Record<ImportNote['level'], string>> = {
  'left-out': 'text-critical-text',
  changed: 'text-warning-text',
  info: 'text-quiet',
}

/** Notes of an import; omitted objects first. */
const Notes = ({ notes }: { notes: readonly ImportNote[] }): ReactNode => {
  const { imports } = useTexts()
  const { number } = useFormat()
  const sorted = notes.toSorted((a, b) => order.indexOf(a.level) - order.indexOf(b.level))
  return (
    <Panel title={imports.notes} badge={<span className="text-sm text-quiet">{number(notes.length)}</span>}>
      {notes.length === 0 ? (
        <p className="px-4 pb-4 text-quiet">{imports.noNotes}</p>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {sorted.map((note) => (
            <li
              key={`${note.file} ${note.line} ${note.code} ${JSON.stringify(note.args)}`}
              className="grid gap-x-4 gap-y-0.5 px-4 py-2 text-sm sm:grid-cols-[7rem_1fr_auto]"
            >
              <span className={`font-medium ${tones[note.level]}`}>{imports.levels[note.level]}</span>
              <span className="min-w-0 [overflow-wrap:anywhere]">
                {noteText(imports, note)}
                {note.count > 1 && <span className="text-quiet"> · {imports.times({ count: note.count })}</span>}
              </span>
              <span className="font-mono text-xs text-quiet [overflow-wrap:anywhere]">
                {note.file}
                {note.line !== null && `:${note.line}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

const noteText = ({ noteTexts }: Texts['imports'], { code, args, message }: ImportNote): string =>
  Object.hasOwn(noteTexts, code) ? fill(noteTexts[code as keyof typeof noteTexts], args) : message

/** Imports devices from files of other programs: preview, notes and questions before they are stored. */
export const ImportPage = (): ReactNode => {
  const texts = useTexts()
  const { imports, errors } = texts
  const isManager = useHasRole('manager')
  const { into } = useSearch({ from: '/shell/nets/import' })
  const isTemplatesOnly = into === 'templates'
  const { give, format, setFormat, answers, answer, dry, outcome, openCount, store } = useImport(
    isTemplatesOnly,
    ({ plan }) => toast(isTemplatesOnly ? imports.doneTemplates : imports.done({ devices: plan.devices.length })),
  )
  const navigate = useNavigate()
  const [isTooLarge, setIsTooLarge] = useState(false)
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const files = await sentFiles([...(target.files ?? [])])
    setIsTooLarge(files === null)
    give(files ?? [])
  }
  const failure = store.error ?? dry.error
  const open = ({ netIds, templateIds }: ImportOutcome): void => {
    const [netId] = netIds
    const [templateId] = templateIds
    if (netIds.length === 1 && netId !== undefined) void navigate({ to: '/nets/$id', params: { id: netId } })
    else if (isTemplatesOnly && templateIds.length === 1 && templateId !== undefined)
      void navigate({ to: '/library/$id', params: { id: templateId } })
    else if (isTemplatesOnly) void navigate({ to: '/library' })
    else void navigate({ to: '/nets' })
  }
  if (!isManager) {
    return (
      <Page title={imports.title}>
        <Notice tone="warning">{errors.NotAuthorized}</Notice>
      </Page>
    )
  }
  return (
    <Page title={imports.title}>
      <Panel title={imports.files}>
        <div className="flex flex-col gap-4 px-4 pb-4">
          <p className="max-w-prose text-quiet">{imports.help}</p>
          <div className="grid items-start gap-4 lg:grid-cols-[2fr_1fr_auto]">
            <Labelled label={imports.files} hint={imports.filesHint} error={isTooLarge ? imports.tooLarge : undefined}>
              {(attributes) => (
                <input
                  {...attributes}
                  type="file"
                  multiple
                  accept=".csv,.tsv,.txt,.xlsx,.yaml,.yml,.toml,.conf,.json"
                  className={`${fieldClass} py-1`}
                  onChange={(event) => void choose(event)}
                />
              )}
            </Labelled>
            <Choice
              label={imports.format}
              value={format}
              options={[['', imports.found], ...(Object.entries(imports.formats) as [ImportFormat, string][])]}
              onChange={setFormat}
            />
            <Segmented
              label={imports.into}
              value={isTemplatesOnly ? 'templates' : 'devices'}
              options={[
                ['devices', imports.intoDevices],
                ['templates', imports.intoTemplates],
              ]}
              onChange={(to) =>
                void navigate({
                  to: '/nets/import',
                  search: to === 'templates' ? { into: 'templates' } : {},
                  replace: true,
                })
              }
            />
          </div>
          {failure !== null && <Notice tone="critical">{problemText(texts, failure)}</Notice>}
        </div>
      </Panel>
      {outcome !== undefined && (
        <>
          {outcome.questions.length > 0 && (
            <Questions questions={outcome.questions} answers={answers} onAnswer={answer} />
          )}
          <Notes notes={outcome.notes} />
          <PlanView plan={outcome.plan} isTemplatesOnly={isTemplatesOnly} />
          <RunPanel
            isTemplatesOnly={isTemplatesOnly}
            isReady={openCount === 0 && outcome.plan.devices.length > 0 && dry.error === null && !dry.isFetching}
            isBusy={store.isPending}
            onRun={(startPolling) => store.mutate({ startPolling }, { onSuccess: open })}
          />
        </>
      )}
    </Page>
  )
}

interface RunPanelProps {
  isTemplatesOnly: boolean
  isReady: boolean
  isBusy: boolean
  onRun: (startPolling: boolean) => void
}

const RunPanel = ({ isTemplatesOnly, isReady, isBusy, onRun }: RunPanelProps): ReactNode => {
  const { imports } = useTexts()
  const [startPolling, setStartPolling] = useState(true)
  return (
    <div className="flex flex-wrap items-center justify-between gap-4 rounded-card border border-line bg-surface p-4">
      {isTemplatesOnly ? (
        <span />
      ) : (
        <Checkbox
          label={imports.startPolling}
          hint={imports.startPollingHint}
          checked={startPolling}
          onChange={({ target }) => setStartPolling(target.checked)}
        />
      )}
      <Button variant="primary" isChange disabled={!isReady} isBusy={isBusy} onClick={() => onRun(startPolling)}>
        {imports.run}
      </Button>
    </div>
  )
}

/** Explains an invalid file to the user. */
const problemText = (texts: Texts, error: Error): string =>
  error instanceof ApiError && error.code === 'IncorrectRequest'
    ? error.message.replace(/^body\.\w+: /, '')
    : errorText(texts, error)

/** Fits into a request of 1 MB with workbooks in base64. */
const filesBytesMax = 700_000
const filesMax = 10

/** Files as the service takes them; null where they are too many or too large. */
const sentFiles = async (files: readonly File[]): Promise<ImportFile[] | null> => {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  if (files.length > filesMax || bytes > filesBytesMax) return null
  return Promise.all(
    files.map(async (file) =>
      /\.xlsx$/i.test(file.name)
        ? { name: file.name, base64: base64Of(new Uint8Array(await file.arrayBuffer())) }
        : { name: file.name, text: await file.text() },
    ),
  )
}

const base64Of = (bytes: Uint8Array): string => {
  let binary = ''
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(binary)
}
