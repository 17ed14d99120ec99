import { Pencil, Redo2, Undo2 } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useUnsaved } from '../../data/state/leaving.ts'
import { serverNow } from '../../data/state/server-time.ts'
import { useSession } from '../../data/state/session.ts'
import { stored } from '../../data/state/stored.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useMedia } from '../../ui/layout/use-media.ts'
import type { Board, ValueRef, Widget } from '../values/board.ts'
import { BoardSourceProvider } from '../values/board-context.tsx'
import { useDraftSource } from '../values/board-sources.ts'
import { definitionOf } from '../widgets/catalogue.tsx'
import { BoardFields } from './board-fields.tsx'
import { EditGrid } from './edit-grid.tsx'
import { Inspector } from './inspector.tsx'
import { type LocalDraft, readDrafts, withDraft } from './local-draft.rules.ts'
import { type DraftControl, draftOf, useDraft } from './use-draft.ts'
import { type SaveConflict, usePublish } from './use-publish.ts'
import { newWidgetId, WidgetRow } from './widget-row.tsx'

const drafts = stored('drafts', readDrafts)

interface LocalDraftControl {
  /** Unpublished draft in this browser, until the user restores or discards it. */
  offered: LocalDraft | null
  restore: () => void
  discard: () => void
  /** Deletes the stored draft. */
  forget: () => void
}

/** Keeps a draft in this browser, for this person and board, so that a reload or a dead battery takes nothing. */
const useLocalDraft = (saved: Board, draft: DraftControl): LocalDraftControl => {
  const key = `${useSession()?.email ?? ''} ${saved.id}`
  const [offered, setOffered] = useState(() => {
    const found = drafts.get()[key]
    return found === undefined || JSON.stringify(found.board) === JSON.stringify(draftOf(saved)) ? null : found
  })
  const forget = (): void => drafts.set(withDraft(drafts.get(), key, null))
  const { board, isChanged } = draft
  useEffect(() => {
    if (offered !== null) return
    const localDraft = isChanged ? { version: saved.version, changedMs: serverNow(), board } : null
    drafts.set(withDraft(drafts.get(), key, localDraft))
  }, [board, isChanged, offered, key, saved.version])
  return {
    offered,
    restore: () => {
      if (offered !== null) draft.change(offered.board)
      setOffered(null)
    },
    discard: () => {
      forget()
      setOffered(null)
    },
    forget,
  }
}

export interface BoardEditorProps {
  board: Board
  lookedAt: number | null
  onDone: () => void
}

/** A board that is edited: a draft until it is published. */
export const BoardEditor = ({ board, lookedAt, onDone }: BoardEditorProps): ReactNode => {
  const { dashboards } = useTexts()
  const isWide = useMedia('editor')
  const draft = useDraft(board)
  const [chosenId, setChosenId] = useState<string | null>(null)
  const localDraft = useLocalDraft(board, draft)
  const done = (): void => {
    localDraft.forget()
    onDone()
  }
  const publish = usePublish(board, done)
  const { widgets, templateId, name } = draft.board
  const source = useDraftSource(board.id, widgets, lookedAt)
  useUnsaved(draft.isChanged && !publish.isBusy)
  const chosen = widgets.find(({ id }) => id === chosenId)
  const ofDevice = templateId === null ? null : lookedAt
  const nameOfValue = (ref: ValueRef): string => {
    const one = source.values.of(ref)
    if (one === undefined) return 'key' in ref ? ref.key : `#${ref.paramId}`
    return one.device === undefined || 'key' in ref ? one.param.name : `${one.device.name} · ${one.param.name}`
  }
  const nameOf = (widget: Widget): string =>
    widget.title || namedBy(widget, nameOfValue) || dashboards.kinds[widget.kind]
  const press = (event: KeyboardEvent): void => {
    const isText = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
    if (isText || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return
    event.preventDefault()
    if (event.shiftKey) draft.redo()
    else draft.undo()
  }
  return (
    <BoardSourceProvider source={source}>
      <div className="flex items-start gap-4" onKeyDown={press} role="presentation">
        <div className="flex min-w-0 flex-1 flex-col gap-4">
          <div className="flex flex-wrap items-center justify-between gap-2 rounded-card bg-selected px-3.5 py-1.5 text-sm">
            <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
              <Pencil className="size-4 shrink-0 self-center" strokeWidth={1.75} aria-hidden="true" />
              <span className="font-semibold">{dashboards.editing({ name })}</span>
              <span className="text-quiet">{draft.isChanged ? dashboards.isDraft : dashboards.isUnchanged}</span>
            </p>
            <div className="flex flex-wrap gap-2">
              <Button
                variant="quiet"
                icon={Undo2}
                aria-label={dashboards.undo}
                disabled={!draft.canUndo}
                onClick={draft.undo}
              />
              <Button
                variant="quiet"
                icon={Redo2}
                aria-label={dashboards.redo}
                disabled={!draft.canRedo}
                onClick={draft.redo}
              />
              <Button onClick={done}>{draft.isChanged ? dashboards.discard : dashboards.done}</Button>
              <Button
                variant="primary"
                isBusy={publish.isBusy}
                disabled={!draft.isChanged}
                onClick={() => publish.send(draft.board)}
              >
                {dashboards.publish}
              </Button>
            </div>
          </div>
          {localDraft.offered !== null && (
            <DraftNotice
              localDraft={localDraft}
              offered={localDraft.offered}
              isOld={localDraft.offered.version !== board.version}
            />
          )}
          {publish.overtaken !== null && (
            <OvertakenNotice by={publish.overtaken} onOver={(version) => publish.send(draft.board, version)} />
          )}
          {isWide ? (
            <>
              <WidgetRow draft={draft} ofDevice={ofDevice} onAdded={setChosenId} />
              <EditGrid draft={draft} chosenId={chosenId} onChoose={setChosenId} nameOf={nameOf} />
            </>
          ) : (
            <Notice>{dashboards.tooNarrow}</Notice>
          )}
        </div>
        <aside
          aria-label={dashboards.inspect}
          hidden={!isWide}
          className="sticky top-4 flex max-h-[calc(100dvh-6rem)] w-85 shrink-0 flex-col rounded-card border border-line bg-surface [&[hidden]]:hidden"
        >
          {chosen === undefined ? (
            <BoardFields board={board} draft={draft} />
          ) : (
            <Inspector
              key={chosen.id}
              draft={draft}
              widget={chosen}
              title={nameOf(chosen)}
              ofDevice={ofDevice}
              nameOfValue={nameOfValue}
              onCopy={() => {
                const id = newWidgetId()
                draft.copy(chosen.id, id)
                setChosenId(id)
              }}
              onClose={() => setChosenId(null)}
            />
          )}
        </aside>
      </div>
    </BoardSourceProvider>
  )
}

/** Name of the only value of a widget; empty for widgets that are not named after one. */
const namedBy = ({ kind, settings }: Widget, nameOfValue: (ref: ValueRef) => string): string => {
  const { isNamedByValue = false, firstValue } = definitionOf(kind)
  const value = isNamedByValue ? firstValue(settings) : null
  return value === null ? '' : nameOfValue(value)
}

/** Offers the unpublished draft of this browser. */
const DraftNotice = ({
  localDraft,
  offered,
  isOld,
}: {
  localDraft: LocalDraftControl
  offered: LocalDraft
  isOld: boolean
}): ReactNode => {
  const { dashboards } = useTexts()
  const { moment } = useFormat()
  const now = useNow()
  return (
    <Notice tone="warning">
      <p>
        {dashboards.draftKept({ when: moment(new Date(offered.changedMs).toISOString(), now) })}{' '}
        {isOld && dashboards.draftOld}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button variant="primary" onClick={localDraft.restore}>
          {dashboards.restoreDraft}
        </Button>
        <Button onClick={localDraft.discard}>{dashboards.discardDraft}</Button>
      </div>
    </Notice>
  )
}

/** Shown when another user published first; the draft is kept and can be published over it. */
const OvertakenNotice = ({ by, onOver }: { by: SaveConflict; onOver: (version: number) => void }): ReactNode => {
  const { dashboards } = useTexts()
  const { moment } = useFormat()
  const now = useNow()
  const { changedBy = '', changedOn } = by
  const author = changedBy === '' ? dashboards.somebody : changedBy
  return (
    <Notice tone="warning">
      <p>
        {changedOn === undefined
          ? dashboards.overtaken({ by: author })
          : dashboards.overtakenAt({ by: author, when: moment(changedOn, now) })}
      </p>
      <Button className="mt-2" onClick={() => onOver(by.version)}>
        {dashboards.publishOver}
      </Button>
    </Notice>
  )
}
