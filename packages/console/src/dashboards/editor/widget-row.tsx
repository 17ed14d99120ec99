import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import type { ValueRef, Widget, WidgetKind } from '../values/board.ts'
import { definitionOf, widgetKinds } from '../widgets/catalogue.tsx'
import type { DraftControl } from './use-draft.ts'
import { ValueField } from './value-field.tsx'

export interface WidgetRowProps {
  draft: DraftControl
  ofDevice: number | null
  onAdded: (id: string) => void
}

const widgetsMax = 200

/** Letters and digits that no other widget has. */
export const newWidgetId = (): string => `w${crypto.randomUUID().slice(0, 13)}`

/** All kinds of widgets; the one that is pressed is put below the others, after its value was chosen. */
export const WidgetRow = ({ draft, ofDevice, onAdded }: WidgetRowProps): ReactNode => {
  const { dashboards } = useTexts()
  const { orgId } = useOrg()
  const drawings = useQuery(apiQuery('visualizations', 'list', { orgId }))
  const [pendingKind, setPendingKind] = useState<WidgetKind | null>(null)
  const add = (kind: WidgetKind, value: ValueRef): void => {
    const id = newWidgetId()
    const { size, initial } = definitionOf(kind)
    const made = { id, title: '', kind, settings: initial(value, drawings.data?.[0]?.id ?? 0) } as Widget
    draft.add(made, size)
    setPendingKind(null)
    onAdded(id)
  }
  const needsValue = (kind: WidgetKind): boolean => definitionOf(kind).needs.endsWith('value')
  const isFull = draft.board.widgets.length >= widgetsMax
  const hasNone = (kind: WidgetKind): boolean =>
    definitionOf(kind).needs === 'drawing' && (drawings.data ?? []).length === 0
  return (
    <>
      <div
        role="group"
        aria-label={dashboards.addWidget}
        className="grid grid-cols-[repeat(auto-fill,minmax(3.9rem,1fr))] gap-2"
      >
        {widgetKinds.map((kind) => {
          const { icon: Icon } = definitionOf(kind)
          return (
            <button
              key={kind}
              type="button"
              disabled={isFull || hasNone(kind)}
              title={hasNone(kind) ? dashboards.noPictures : undefined}
              className="flex min-h-14 flex-col items-center justify-center gap-1 rounded-part border border-dashed border-line-strong bg-surface px-1 py-1.5 text-xs text-quiet hover:bg-hover hover:text-ink disabled:text-disabled"
              onClick={() => (needsValue(kind) ? setPendingKind(kind) : add(kind, { paramId: 1 }))}
            >
              <Icon className="size-4.5" strokeWidth={1.75} aria-hidden="true" />
              {dashboards.kinds[kind]}
            </button>
          )
        })}
      </div>
      <Dialog
        title={pendingKind === null ? '' : dashboards.kinds[pendingKind]}
        isOpen={pendingKind !== null}
        onClose={() => setPendingKind(null)}
      >
        {pendingKind !== null && (
          <ValueField
            label={dashboards.value}
            value="many"
            ofDevice={ofDevice}
            isWritten={definitionOf(pendingKind).needs === 'writable value'}
            onChange={(value) => add(pendingKind, value)}
          />
        )}
      </Dialog>
    </>
  )
}
