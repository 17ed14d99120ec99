import type { ReactNode } from 'react'
import type { AnswerOf } from '../../data/api/api-query.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Badge } from '../feedback/badge.tsx'
import type { Tone } from '../feedback/state-mark.tsx'
import {
  actionText,
  type CommandResult,
  changesOf,
  type FieldChange,
  failureReason,
  fieldText,
  nameIn,
  outcomeOf,
} from './record.rules.ts'

type AuditRecord = AnswerOf<'audit', 'list'>['records'][number]

const changesMax = 4
const tones: Readonly<Record<CommandResult, Tone>> = {
  done: 'muted',
  refused: 'warning',
  'not-sent': 'warning',
  unclear: 'unknown',
}

interface RecordListProps {
  label: string
  records: readonly AuditRecord[]
  /** Id of the object whose history it is: of many that were changed together, only its own changes are shown. */
  of?: string | undefined
}

/** Records, newest first: when, who from where, and what with its old and new values. */
export const RecordList = ({ label, records, of }: RecordListProps): ReactNode => (
  <ol aria-label={label} className="border-t border-line text-sm">
    {records.map((record) => (
      <Item key={record.id} record={record} of={of} />
    ))}
  </ol>
)

const Item = ({ record, of }: { record: AuditRecord; of: string | undefined }): ReactNode => {
  const { audit } = useTexts()
  const { moment, exact } = useFormat()
  const now = useNow()
  const { recordedOn, userName, from, before, after } = record
  const outcome = outcomeOf(after)
  const why = failureReason(after)
  return (
    <li
      className={`grid gap-x-4 gap-y-0.5 border-b border-line px-4 py-2 last:border-b-0 md:grid-cols-[8rem_minmax(0,11rem)_minmax(0,1fr)] ${outcome === 'unclear' ? 'bg-unknown-soft' : ''}`}
    >
      <time dateTime={recordedOn} title={exact(recordedOn)} className="text-quiet">
        {moment(recordedOn, now)}
      </time>
      <div className="min-w-0">
        <p className="truncate" title={userName}>
          {userName === '' ? audit.service : userName}
        </p>
        {from !== '' && <p className="truncate font-mono text-xs text-quiet">{from}</p>}
      </div>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 break-words">
          <What record={record} />
          {outcome !== null && <Badge tone={tones[outcome]}>{audit.outcomes[outcome]}</Badge>}
        </p>
        {why !== null && <p className="text-xs break-words text-quiet">{why}</p>}
        <Changes changes={changesOf(before, after, of)} isNew={before === undefined} />
        {outcome === 'unclear' && <p className="text-unknown-text">{audit.unclearHelp}</p>}
      </div>
    </li>
  )
}

const What = ({ record }: { record: AuditRecord }): ReactNode => {
  const { action, objectKind, objectId, objectName, before, after } = record
  const { audit } = useTexts()
  const kind = (audit.kinds as Readonly<Record<string, string>>)[objectKind] ?? objectKind
  return (
    <span className="min-w-0">
      {kind} <span className="font-medium">{objectName ?? nameIn(before, after) ?? objectId}</span>:{' '}
      {actionText(audit, action)}
    </span>
  )
}

const Changes = ({ changes, isNew }: { changes: readonly FieldChange[]; isNew: boolean }): ReactNode => {
  const { audit, library } = useTexts()
  if (changes.length === 0) return null
  const words = { ...library.fields, ...audit.fields }
  const shown = (value: string | null): string =>
    value === null ? audit.nothing : value === 'true' ? audit.yes : value === 'false' ? audit.no : value
  return (
    <ul className="text-xs text-quiet">
      {changes.slice(0, changesMax).map(({ field, before, after }) => (
        <li key={field} className="break-words">
          {fieldText(words, field)}: {isNew ? '' : `${shown(before)} → `}
          <span className="text-ink">{shown(after)}</span>
        </li>
      ))}
      {changes.length > changesMax && <li>{audit.more({ count: changes.length - changesMax })}</li>}
    </ul>
  )
}
