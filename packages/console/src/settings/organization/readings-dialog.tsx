import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, type ReactNode, useState } from 'react'
import { ApiError } from '../../data/api/api-error.ts'
import { type AnswerOf, call, type RequestOf } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { ParamSearch } from '../../readings/values/param-search.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Choice, fieldClass, Labelled, TextField } from '../../ui/forms/fields.tsx'
import { partsOf, type TextPart } from './readings-parts.rules.ts'

type ImportAnswer = AnswerOf<'readingsImport', 'run'>

const noOutcome: ImportAnswer = { names: [], stored: 0, aside: [], refused: [], refusedCount: 0 }

const refusedMax = 100

/** Combines the results of two parts of a file. */
const joined = (a: ImportAnswer, b: ImportAnswer): ImportAnswer => {
  const names = new Map(a.names.map((one) => [one.name, one]))
  for (const one of b.names) {
    const known = names.get(one.name)
    names.set(
      one.name,
      known === undefined
        ? one
        : {
            ...known,
            count: known.count + one.count,
            gaps: known.gaps + one.gaps,
            from: known.from < one.from ? known.from : one.from,
            till: known.till > one.till ? known.till : one.till,
          },
    )
  }
  const aside = new Map(a.aside.map(({ reason, count }) => [reason, count]))
  for (const { reason, count } of b.aside) aside.set(reason, (aside.get(reason) ?? 0) + count)
  return {
    names: [...names.values()],
    stored: a.stored + b.stored,
    aside: [...aside].map(([reason, count]) => ({ reason, count })),
    refused: [...a.refused, ...b.refused].slice(0, refusedMax),
    refusedCount: a.refusedCount + b.refusedCount,
  }
}

interface NamesTableProps {
  names: ImportAnswer['names']
  map: Readonly<Record<string, number>>
  onChoose: (name: string, paramId: number | null) => void
}

/** Names of a file, each with the parameter that its readings go to; without one they are left out. */
const NamesTable = ({ names, map, onChoose }: NamesTableProps): ReactNode => {
  const { readingFiles } = useTexts()
  const { number, time } = useFormat()
  return (
    <section aria-label={readingFiles.names} className="flex flex-col gap-3">
      <h3 className="text-sm font-medium">{readingFiles.names}</h3>
      <ul className="flex max-h-96 flex-col divide-y divide-line overflow-auto rounded-part border border-line">
        {names.map(({ name, count, from, till }) => (
          <li key={name} className="grid gap-2 p-3 sm:grid-cols-2">
            <div className="min-w-0 text-sm">
              <p className="font-medium [overflow-wrap:anywhere]">{name}</p>
              <p className="text-quiet">
                {readingFiles.count}: {number(count)}
              </p>
              <p className="text-quiet">
                {time(from)} – {time(till)}
              </p>
            </div>
            <div className="flex min-w-0 items-end gap-2">
              <div className="min-w-0 flex-1">
                <ParamSearch
                  label={readingFiles.parameter}
                  paramId={map[name] ?? null}
                  onChoose={({ id }) => onChoose(name, id)}
                />
              </div>
              {map[name] !== undefined && <Button onClick={() => onChoose(name, null)}>{readingFiles.leave}</Button>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Import = RequestOf<'readingsImport', 'run'>
type Format = Import['format']

const bytesMax = 50_000_000
const charsOfPart = 600_000

/** Looks into a file first, then stores it part by part. */
export const ReadingsDialog = ({ onClose }: { onClose: () => void }): ReactNode => {
  const texts = useTexts()
  const { common, readingFiles } = texts
  const { orgId } = useOrg()
  const [file, setFile] = useState<{ name: string; text: string } | null>(null)
  const [isTooLarge, setIsTooLarge] = useState(false)
  const [format, setFormat] = useState<Format>('csv')
  const [timeZone, setTimeZone] = useState(Intl.DateTimeFormat().resolvedOptions().timeZone)
  const [precision, setPrecision] = useState<NonNullable<Import['precision']>>('ns')
  const [into, setInto] = useState<NonNullable<Import['into']>>('past')
  const [map, setMap] = useState<Readonly<Record<string, number>>>({})
  const [done, setDone] = useState(0)
  const parts = file === null ? [] : partsOf(file.text, format === 'csv', charsOfPart)
  const send = (part: TextPart, isDry: boolean): Promise<ImportAnswer> =>
    call('readingsImport', 'run', {
      orgId,
      name: file?.name ?? '',
      format,
      timeZone,
      precision,
      into,
      map,
      isDry,
      ...part,
    })
  const each = async (isDry: boolean): Promise<ImportAnswer> => {
    let all = noOutcome
    for (const [at, part] of parts.entries()) {
      setDone(at)
      all = joined(all, await send(part, isDry))
    }
    return all
  }
  const dryRun = useMutation<ImportAnswer, ApiError>({
    mutationFn: () => each(true),
    onSuccess: ({ names }) =>
      setMap(
        Object.fromEntries(names.flatMap(({ name, paramId }) => (paramId === undefined ? [] : [[name, paramId]]))),
      ),
  })
  const store = useMutation<ImportAnswer, ApiError>({ mutationFn: () => each(false) })
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [chosen] = target.files ?? []
    dryRun.reset()
    store.reset()
    setIsTooLarge(chosen !== undefined && chosen.size > bytesMax)
    setFile(chosen === undefined || chosen.size > bytesMax ? null : { name: chosen.name, text: await chosen.text() })
  }
  const failure = dryRun.error ?? store.error
  const isBusy = dryRun.isPending || store.isPending
  return (
    <Dialog title={readingFiles.importDo} isOpen onClose={onClose}>
      <div className="flex flex-col gap-4">
        <p className="text-quiet">{readingFiles.importHelp}</p>
        <Labelled label={readingFiles.file} error={isTooLarge ? readingFiles.tooLarge : undefined}>
          {(ties) => (
            <input
              {...ties}
              type="file"
              accept=".csv,.txt,.tsv,.lp,.line"
              className={`${fieldClass} py-1`}
              onChange={(event) => void choose(event)}
            />
          )}
        </Labelled>
        <div className="grid gap-3 sm:grid-cols-2">
          <Choice
            label={readingFiles.format}
            value={format}
            options={Object.entries(readingFiles.inFormats) as [Format, string][]}
            onChange={setFormat}
          />
          {format === 'csv' ? (
            <TextField
              label={readingFiles.zone}
              value={timeZone}
              maxLength={64}
              onChange={({ target }) => setTimeZone(target.value)}
            />
          ) : (
            <Choice
              label={readingFiles.precision}
              value={precision}
              options={(['ns', 'us', 'ms', 's'] as const).map((unit) => [unit, unit] as const)}
              onChange={setPrecision}
            />
          )}
          <Choice
            label={readingFiles.into}
            value={into}
            options={[
              ['past', readingFiles.past],
              ['gaps', readingFiles.gaps],
            ]}
            onChange={setInto}
          />
        </div>
        {failure !== null && (
          <Notice tone="critical">
            {failure instanceof ApiError && failure.code === 'IncorrectRequest'
              ? failure.message
              : errorText(texts, failure)}
          </Notice>
        )}
        {dryRun.data !== undefined && store.data === undefined && (
          <NamesTable
            names={dryRun.data.names}
            map={map}
            onChoose={(name, paramId) =>
              setMap(({ [name]: _before, ...others }) => (paramId === null ? others : { ...others, [name]: paramId }))
            }
          />
        )}
        {store.data !== undefined && <ReadingsOutcome outcome={store.data} />}
        {store.data === undefined && dryRun.data !== undefined && dryRun.data.refusedCount > 0 && (
          <ReadingsOutcome outcome={{ ...dryRun.data, aside: [] }} isDry />
        )}
        <div className="flex flex-wrap items-center justify-end gap-2">
          <span role="status" className="mr-auto text-sm text-quiet">
            {isBusy &&
              parts.length > 1 &&
              readingFiles.progress({ part: String(done + 1), parts: String(parts.length) })}
          </span>
          <Button onClick={onClose}>{store.data === undefined ? common.cancel : common.close}</Button>
          {dryRun.data === undefined ? (
            <Button variant="primary" disabled={file === null} isBusy={isBusy} onClick={() => dryRun.mutate()}>
              {readingFiles.check}
            </Button>
          ) : (
            <Button
              variant="primary"
              isChange
              disabled={Object.keys(map).length === 0 || store.data !== undefined}
              isBusy={isBusy}
              onClick={() => store.mutate()}
            >
              {readingFiles.run}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

const linesMax = 20

/** Result of an import: stored readings, refused ones with reasons, and invalid lines. */
const ReadingsOutcome = ({ outcome, isDry = false }: { outcome: ImportAnswer; isDry?: boolean }): ReactNode => {
  const { readingFiles } = useTexts()
  const { number } = useFormat()
  const { stored, aside, refused, refusedCount } = outcome
  return (
    <Notice tone={aside.length + refusedCount > 0 ? 'warning' : 'info'}>
      {!isDry && <p className="font-semibold">{readingFiles.stored({ count: number(stored) })}</p>}
      {aside.length > 0 && (
        <>
          <p className="mt-1">{readingFiles.aside}</p>
          <ul className="list-disc pl-5 text-sm">
            {aside.map(({ reason, count }) => (
              <li key={reason}>
                {readingFiles.reasons[reason]}: {number(count)}
              </li>
            ))}
          </ul>
        </>
      )}
      {refusedCount > 0 && (
        <>
          <p className="mt-1">{readingFiles.refused({ count: number(refusedCount) })}</p>
          <ul className="list-disc pl-5 text-sm [overflow-wrap:anywhere]">
            {refused.slice(0, linesMax).map(({ line, reason }) => (
              <li key={`${line} ${reason}`}>{readingFiles.line({ line: number(line), reason })}</li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  )
}
