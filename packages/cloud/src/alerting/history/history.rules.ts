import type { HoldReason } from '@busbar/alerts/model'
import type { RecordDetail } from '@busbar/alerts/store'

/** A part of an occurrence in which messages waited, or it could not be judged. */
export interface OccurrenceSpan {
  kind: 'held' | 'unjudged'
  why?: HoldReason
  from: string
  /** Null while it is so. */
  till: string | null
}

const iso = (on: Date): string => on.toISOString()

/** By the sentences of its log, in their order; what has no end ends with the occurrence. */
export const spansOf = (
  details: readonly Omit<RecordDetail, 'recordId'>[],
  resolvedOn: Date | null,
): OccurrenceSpan[] => {
  const spans: OccurrenceSpan[] = []
  const open: Partial<Record<OccurrenceSpan['kind'], OccurrenceSpan>> = {}
  const end = (kind: OccurrenceSpan['kind'], on: Date): void => {
    const span = open[kind]
    if (span !== undefined) span.till = iso(on)
    delete open[kind]
  }
  const begin = (span: OccurrenceSpan, on: Date): void => {
    end(span.kind, on)
    open[span.kind] = span
    spans.push(span)
  }
  for (const { on, detail } of details) {
    if (detail.what === 'muted') begin({ kind: 'held', why: detail.why, from: iso(on), till: null }, on)
    else if (detail.what === 'unmuted') end('held', on)
    else if (detail.what === 'unjudged') begin({ kind: 'unjudged', from: iso(on), till: null }, on)
    else if (detail.what === 'judged') end('unjudged', on)
  }
  if (resolvedOn !== null) {
    end('held', resolvedOn)
    end('unjudged', resolvedOn)
  }
  return spans
}
