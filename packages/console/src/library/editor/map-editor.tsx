import { useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, ClipboardPaste, Plus, Redo2, Trash2, Undo2 } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { ApiError } from '../../data/api/api-error.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { toast } from '../../ui/feedback/toasts.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { useMedia } from '../../ui/layout/use-media.ts'
import type { Template } from '../library.rules.ts'
import type { CellField, MapRow } from '../register-map/cells.rules.ts'
import { requestsFor } from '../register-map/read-plan.rules.ts'
import type { ParamTemplate } from '../register-map/variants.rules.ts'
import type { Cursor } from './cursor.ts'
import { LivePreview } from './live-preview.tsx'
import { MapGrid } from './map-grid.tsx'
import { MapList } from './map-list.tsx'
import { PasteDialog } from './paste-dialog.tsx'
import { ProblemLine } from './problem-line.tsx'
import { type MapDraft, useMapDraft } from './use-map-draft.ts'
import { type PreviewedUnit, useMapValues } from './use-map-values.ts'

/** Appears with the first change. What has a problem cannot be saved. */
const SaveBar = ({ template, draft, text }: { template: Template; draft: MapDraft; text: string }): ReactNode => {
  const { library } = useTexts()
  const save = useAction('templates', 'change', [['templates'], ['templateUse']], () => toast(library.saved))
  const { id, revision } = template
  const problemCount = draft.read.problems.size
  const send = (): void =>
    save.mutate({
      templateId: id,
      paramTemplates: draft.read.params,
      ...(revision !== undefined && { ifRevision: revision }),
    })
  const isStale = save.error instanceof ApiError && save.error.message.includes('ifRevision')
  return (
    <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-3 border-t border-line-strong bg-floating px-4 py-2.5 max-md:bottom-14 md:-mx-6 md:px-6 print:hidden">
      <span role="status" className="text-sm font-medium">
        {library.changes({ count: draft.changeCount })}
        {problemCount > 0 && (
          <span className="text-critical-text"> · {library.problemsOnly({ count: problemCount })}</span>
        )}
        {isStale && <span className="text-critical-text"> · {library.stale}</span>}
      </span>
      <span className="ml-auto flex gap-2">
        <Button onClick={draft.discard}>{library.discard}</Button>
        <Button
          variant="primary"
          isChange
          isBusy={save.isPending}
          disabled={problemCount > 0 || draft.rows.length === 0}
          onClick={send}
        >
          {text}
        </Button>
      </span>
    </div>
  )
}

/** Columns by view: where a value stands comes first in each. */
const views = {
  format: [
    'address',
    'name',
    'label',
    'registerKind',
    'valueType',
    'order',
    'multiplier',
    'unitName',
    'precision',
    'isTracked',
  ],
  limits: ['address', 'name', 'isProgrammable', 'min', 'max', 'enum', 'nanValues'],
  more: ['address', 'name', 'shift', 'bitPosition', 'bitsAmount', 'rolloverAt', 'hourlyMax', 'category', 'description'],
} as const satisfies Record<string, readonly CellField[]>

export interface MapEditorProps {
  template: Template
  /** Why nothing can be changed here. */
  readOnlyNote: string | undefined
}

/** A register map as a spreadsheet, with what a device says beside it. On phones it is a list. */
export const MapEditor = ({ template, readOnlyNote }: MapEditorProps): ReactNode => {
  const { library } = useTexts()
  const { number } = useFormat()
  const isPhone = useMedia('phone')
  const search = useSearch({ from: '/shell/library/$id/' })
  const navigate = useNavigate({ from: '/library/$id' })
  const draft = useMapDraft(template)
  const [cursor, setCursor] = useState<Cursor | null>(null)
  const [isPasting, setIsPasting] = useState(false)
  const [at, setAt] = useState<PreviewedUnit | null>(null)
  const values = useMapValues(at, draft.read.byKey, template.readGroupSize)
  const isReadOnly = readOnlyNote !== undefined
  const { problems } = draft.read
  const rows = useMemo(
    () => shownRows(draft.rows, search.q ?? '', search.show === 'problems' ? problems : null),
    [draft.rows, search.q, search.show, problems],
  )
  const view = search.view ?? 'format'
  const set = (change: Partial<typeof search>): void =>
    void navigate({ search: (now) => ({ ...now, ...change }), replace: true })
  const add = (): void => {
    const key = draft.add(cursor?.key)
    if (key !== null) setCursor({ key, field: 'name' })
  }
  const selected = draft.rows.find(({ key }) => key === cursor?.key) ?? rows[0]
  return (
    <>
      {readOnlyNote !== undefined && <p className="text-sm text-quiet">{readOnlyNote}</p>}
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <section
          aria-label={library.registers}
          className="min-w-0 overflow-clip rounded-card border border-line bg-surface"
        >
          <div className="flex flex-wrap items-center gap-2 p-3">
            <SearchField
              label={library.searchRegisters}
              text={search.q ?? ''}
              onText={(q) => set({ q: q === '' ? undefined : q })}
            />
            {!isPhone && (
              <Segmented
                label={library.view}
                isLabelHidden
                value={view}
                options={[
                  ['format', library.views.format],
                  ['limits', library.views.limits],
                  ['more', library.views.more],
                ]}
                onChange={(next) => set({ view: next === 'format' ? undefined : next })}
              />
            )}
            {(problems.size > 0 || search.show === 'problems') && (
              <Button
                aria-pressed={search.show === 'problems'}
                variant={search.show === 'problems' ? 'primary' : 'plain'}
                onClick={() => set({ show: search.show === 'problems' ? undefined : 'problems' })}
              >
                {library.problemsOnly({ count: problems.size })}
              </Button>
            )}
            {!isReadOnly && (
              <span className="ml-auto flex flex-wrap gap-2">
                <Button icon={Undo2} aria-label={library.undo} disabled={!draft.canUndo} onClick={draft.undo} />
                <Button icon={Redo2} aria-label={library.redo} disabled={!draft.canRedo} onClick={draft.redo} />
                {cursor !== null && !isPhone && (
                  <>
                    <Button icon={ArrowUp} aria-label={library.moveUp} onClick={() => draft.move(cursor.key, -1)} />
                    <Button icon={ArrowDown} aria-label={library.moveDown} onClick={() => draft.move(cursor.key, 1)} />
                    <Button icon={Trash2} aria-label={library.remove} onClick={() => draft.remove(cursor.key)} />
                  </>
                )}
                <Button icon={ClipboardPaste} onClick={() => setIsPasting(true)}>
                  {library.paste}
                </Button>
                <Button icon={Plus} onClick={add}>
                  {library.add}
                </Button>
              </span>
            )}
          </div>
          {isPhone ? (
            <MapList rows={rows} draft={draft} isReadOnly={isReadOnly} cursor={cursor} onCursor={setCursor} />
          ) : (
            <MapGrid
              rows={rows}
              fields={views[view]}
              draft={draft}
              isReadOnly={isReadOnly}
              cursor={cursor}
              onCursor={setCursor}
              deviceValues={at === null || view !== 'format' ? null : { name: at.name, values }}
            />
          )}
          <ProblemLine cursor={cursor} problems={problems} isReadOnly={isReadOnly} isRaised={draft.changeCount > 0} />
        </section>
        <div className="flex flex-col gap-4 xl:sticky xl:top-16">
          <LivePreview
            template={template}
            row={selected}
            draft={draft}
            isReadOnly={isReadOnly}
            at={at}
            onUnit={setAt}
          />
          <RequestPlan params={draft.read.byKey} readGroupSize={template.readGroupSize} />
        </div>
      </div>
      {draft.changeCount > 0 && (
        <SaveBar
          template={template}
          draft={draft}
          text={library.saveAs({ number: number((template.revision ?? 0) + 1) })}
        />
      )}
      <PasteDialog isOpen={isPasting} draft={draft} onClose={() => setIsPasting(false)} />
    </>
  )
}

/** Returns rows that contain the words or have a problem. */
const shownRows = (
  rows: readonly MapRow[],
  words: string,
  problems: ReadonlyMap<number, unknown> | null,
): readonly MapRow[] => {
  const searchWords = words.toLowerCase().split(/\s+/).filter(Boolean)
  if (searchWords.length === 0 && problems === null) return rows
  return rows.filter(({ key, cells }) => {
    const text = `${cells.address} ${cells.name} ${cells.label} ${cells.unitName} ${cells.category}`.toLowerCase()
    return (problems === null || problems.has(key)) && searchWords.every((word) => text.includes(word))
  })
}

interface RequestPlanProps {
  params: ReadonlyMap<number, ParamTemplate>
  readGroupSize: number
}

const shownMax = 40

/** The requests of one round: what is recorded, put together as far as the device lets. */
const RequestPlan = ({ params, readGroupSize }: RequestPlanProps): ReactNode => {
  const { library } = useTexts()
  const recorded = new Map([...params].filter(([, { isTracked }]) => isTracked !== false))
  const groups = requestsFor(recorded, readGroupSize)
  return (
    <Panel
      title={library.howRead}
      aside={<span className="text-sm text-quiet">{library.requests({ count: groups.length })}</span>}
    >
      <ul aria-label={library.howRead} className="flex flex-wrap gap-1.5 px-4 pb-4 font-mono text-xs">
        {groups.slice(0, shownMax).map(({ kind, address, count }) => (
          <li key={`${kind} ${address}`} className="rounded-mark bg-selected px-1.5 py-0.5 text-accent">
            {kind} {address}
            {count > 1 && `–${address + count - 1}`}
          </li>
        ))}
        {groups.length > shownMax && <li className="px-1.5 py-0.5 text-quiet">…</li>}
      </ul>
    </Panel>
  )
}
