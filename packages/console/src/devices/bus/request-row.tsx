import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useFormat } from '../../data/format/use-format.ts'
import type { UnitFigures } from '../../readings/values/trouble.rules.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { reasonText } from '../../ui/feedback/error-text.ts'
import { StateMark, type Tone } from '../../ui/feedback/state-mark.tsx'
import { type ExchangeEntry, type LineEntry, spacedHex } from './exchange.rules.ts'

export interface RequestRowProps {
  entry: LineEntry
  units: readonly UnitFigures[]
  /** On a phone the outcome is below the request. */
  isPhone: boolean
}

const clock = (iso: string): string => new Date(iso).toTimeString().slice(0, 8) + iso.slice(19, 23)

/** A request with its outcome; expanded, its bytes and their meaning. */
export const RequestRow = ({ entry, units, isPhone }: RequestRowProps): ReactNode => {
  const { number, decimal } = useFormat()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <tr className="h-9 border-t border-line hover:bg-hover">
        <td className="py-1 pr-2 pl-4 font-mono text-xs whitespace-nowrap text-quiet">
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
            className="inline-flex min-h-7 items-center gap-1 rounded-mark hover:text-ink"
          >
            <ChevronRight
              className={`size-3.5 shrink-0 ${isOpen ? 'rotate-90' : ''}`}
              strokeWidth={1.75}
              aria-hidden="true"
            />
            {clock(entry.on)}
          </button>
        </td>
        <td className="px-2 py-1 text-right">{number(entry.unit)}</td>
        <td className="px-2 py-1">
          {entry.kind === 'frame' ? '' : <RequestText entry={entry} />}
          {isPhone && (
            <span className="block">
              <Outcome entry={entry} />
            </span>
          )}
        </td>
        <td className="px-2 py-1 text-right whitespace-nowrap">
          {entry.kind === 'exchange' && decimal(entry.tookMs, { min: 0, max: entry.tookMs < 10 ? 1 : 0 }, 'ms')}
        </td>
        {!isPhone && (
          <td className="py-1 pr-4 pl-2">
            <Outcome entry={entry} />
          </td>
        )}
      </tr>
      {isOpen && (
        <tr className="bg-sunken">
          <td colSpan={isPhone ? 4 : 5} className="px-4 py-2.5">
            <Details entry={entry} units={units} />
          </td>
        </tr>
      )}
    </>
  )
}

const RequestText = ({ entry: { fn, address, count, by, person } }: { entry: ExchangeEntry }): ReactNode => {
  const { diagnosis: texts } = useTexts()
  const functions: Readonly<Record<number, string>> = texts.functions
  const who = person === undefined || person === '' ? texts.askedBy[by] : `${texts.askedBy[by]}: ${person}`
  return (
    <>
      {functions[fn] ?? texts.functionOf({ fn })}{' '}
      {address !== undefined && (
        <span className="font-mono text-xs whitespace-nowrap text-quiet">
          {address} + {count}
        </span>
      )}
      {by !== 'poll' && <span className="block text-xs text-quiet">{who}</span>}
    </>
  )
}

const tones: Readonly<Record<string, Tone>> = { ok: 'ok', timeout: 'unknown', closed: 'unknown', held: 'unknown' }
const reasons: Readonly<Record<string, string>> = { timeout: 'Timeout', crc: 'Crc', closed: 'NoConnection' }

const Outcome = ({ entry }: { entry: LineEntry }): ReactNode => {
  const texts = useTexts()
  const { diagnosis } = texts
  const { number } = useFormat()
  if (entry.kind === 'frame') {
    const what = entry.how === 'late' ? diagnosis.lateFrame : diagnosis.strayFrame
    return (
      <StateMark tone="warning">
        {what} {entry.asked !== undefined && diagnosis.instead({ unit: number(entry.asked) })}
      </StateMark>
    )
  }
  const { outcome, heard } = entry
  const tone = tones[outcome] ?? 'warning'
  const text =
    outcome === 'ok'
      ? diagnosis.bytes({ count: (heard?.length ?? 0) / 2 })
      : reasonText(texts, reasons[outcome] ?? outcome)
  return <StateMark tone={tone}>{outcome === 'ok' && heard === undefined ? '' : text}</StateMark>
}

const Details = ({ entry, units }: Pick<RequestRowProps, 'entry' | 'units'>): ReactNode => {
  const { diagnosis: texts } = useTexts()
  const { number } = useFormat()
  const isSecret = entry.kind === 'exchange' && entry.by === 'passwords'
  const values = entry.kind === 'exchange' ? Object.entries(entry.values ?? {}) : []
  const words = entry.kind === 'exchange' ? (entry.words ?? []) : []
  const names = useParamNames(values.length === 0 ? undefined : units.find(({ unit }) => unit === entry.unit))
  const sent = entry.kind === 'exchange' ? entry.sent : undefined
  return (
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-1 text-xs">
      {isSecret && <dd className="col-span-2">{texts.secret}</dd>}
      {sent !== undefined && <Bytes title={texts.sent}>{spacedHex(sent)}</Bytes>}
      {entry.heard !== undefined && <Bytes title={texts.heard}>{spacedHex(entry.heard)}</Bytes>}
      {words.length > 0 && <Bytes title={texts.registers}>{words.map((word) => number(word)).join('  ')}</Bytes>}
      {values.length > 0 && (
        <>
          <dt className="text-faint">{texts.means}</dt>
          <dd>{values.map(([id, value]) => `${names.get(id) ?? `#${id}`}: ${number(value)}`).join(' · ')}</dd>
        </>
      )}
    </dl>
  )
}

/** Names of the parameters of a unit, by id. */
const useParamNames = (unit: UnitFigures | undefined): ReadonlyMap<string, string> => {
  const deviceId = unit?.devices[0]?.deviceId
  const params = useQuery({
    ...apiQuery('devices', 'trackedParams', { deviceId: deviceId ?? 0 }),
    enabled: deviceId !== undefined,
    staleTime: 300_000,
  })
  return new Map(params.data?.map(({ id, name }) => [String(id), name]))
}

const Bytes = ({ title, children }: { title: string; children: ReactNode }): ReactNode => (
  <>
    <dt className="text-faint">{title}</dt>
    <dd className="font-mono break-all">{children}</dd>
  </>
)
