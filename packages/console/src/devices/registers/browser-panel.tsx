import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Eye, EyeOff, RefreshCw } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { serverTimeOf } from '../../data/state/server-time.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { errorText, reasonText } from '../../ui/feedback/error-text.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Choice } from '../../ui/forms/fields.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { DecodedTable, FindValue } from './decoded-table.tsx'
import {
  countFrom,
  countMax,
  hex,
  isBits,
  type Kind,
  kinds,
  numberIn,
  type RegistersSearch,
  rowsOf,
} from './registers.rules.ts'
import { useRegisters, WriteRegister } from './write-register.tsx'

interface WordsGridProps {
  at: number
  words: readonly number[]
  kind: Kind
  /** Places whose word is another than at the look before. */
  changed: ReadonlySet<number>
  pick: number
  onPick: (address: number) => void
}

/** Registers in rows of ten; one can be selected for details. */
const WordsGrid = ({ at, words, kind, changed, pick, onPick }: WordsGridProps): ReactNode => {
  const { registers } = useTexts()
  const shown = (word: number): string => (isBits(kind) ? String(word) : hex(word))
  return (
    <div className="overflow-x-auto border-y border-line" role="group" aria-label={registers.words} tabIndex={0}>
      <table className="w-full border-collapse font-mono text-sm" aria-label={registers.words}>
        <tbody>
          {rowsOf(at, words).map(({ from, words: row }) => (
            <tr key={from} className="border-b border-line last:border-b-0">
              <th scope="row" className="py-1 pr-3 pl-4 text-left font-normal text-faint">
                {from}
              </th>
              {row.map((word, i) => {
                const address = from + i
                const isPicked = address === pick
                const cellClasses = isPicked
                  ? 'bg-accent text-on-accent'
                  : changed.has(address - at)
                    ? 'bg-warning-soft text-warning-text'
                    : word === 0
                      ? 'text-faint hover:bg-hover'
                      : 'hover:bg-hover'
                return (
                  <td key={address} className="p-0">
                    <button
                      type="button"
                      aria-pressed={isPicked}
                      aria-label={`${address}: ${shown(word)}${changed.has(address - at) ? `, ${registers.changed}` : ''}`}
                      onClick={() => onPick(address)}
                      className={`min-h-8 w-full px-1.5 max-md:min-h-10 ${cellClasses}`}
                    >
                      {shown(word)}
                    </button>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const usualCount = 40

/** Any area of a unit: as words, as every type and order; watched, searched, and written. */
export const BrowserPanel = ({ netId }: { netId: number }): ReactNode => {
  const search = useSearch({ from: '/shell/nets/$id/registers' })
  const texts = useTexts()
  const { registers } = texts
  const { time } = useFormat()
  const [isWatched, setIsWatched] = useState(false)
  const setSearch = useSetSearch()
  const { unit = 0, kind = 'holding', at = 0, count = usualCount, pick = at } = search
  const range = { netId, unit, kind, at, count: countFrom(at, count) }
  const { query, words, changed } = useRegisters(range, isWatched)
  const refused = query.data !== undefined && 'err' in query.data ? reasonText(texts, query.data.err) : undefined
  const problem = query.error === null ? refused : errorText(texts, query.error)
  const offset = pick - at
  return (
    <Panel
      title={registers.browser}
      aside={
        <div className="flex flex-wrap gap-2">
          <Button
            icon={isWatched ? EyeOff : Eye}
            disabled={unit === 0}
            aria-pressed={isWatched}
            onClick={() => setIsWatched(!isWatched)}
          >
            {isWatched ? registers.stopWatching : registers.watch}
          </Button>
          <Button
            icon={RefreshCw}
            variant="primary"
            disabled={unit === 0}
            isBusy={query.isFetching && !isWatched}
            onClick={() => void query.refetch()}
          >
            {registers.read}
          </Button>
        </div>
      }
    >
      <RangeForm
        key={`${unit} ${kind} ${at} ${count}`}
        netId={netId}
        search={{ unit, kind, at, count }}
        setSearch={setSearch}
      />
      {problem !== undefined && (
        <div className="px-4 pb-3">
          <Notice tone="warning">{problem}</Notice>
        </div>
      )}
      {words === undefined ? (
        problem === undefined && <EmptyState title={unit === 0 ? registers.chooseUnit : registers.reading} />
      ) : (
        <>
          <WordsGrid
            at={at}
            words={words}
            kind={kind}
            changed={changed}
            pick={pick}
            onPick={(one) => setSearch({ pick: one })}
          />
          <p className="px-4 pt-1.5 pb-2.5 text-xs text-faint">
            {registers.readOn({ when: time(new Date(serverTimeOf(query.dataUpdatedAt)).toISOString()) })}
          </p>
          {!isBits(kind) && offset >= 0 && offset < words.length && (
            <DecodedTable pick={pick} words={words.slice(offset, offset + 4)} />
          )}
          <div className="flex flex-wrap items-end gap-3 border-t border-line px-4 py-3">
            {(kind === 'holding' || kind === 'coil') && (
              <WriteRegister
                key={pick}
                range={range}
                pick={pick}
                word={words[offset]}
                onWritten={() => query.refetch()}
              />
            )}
          </div>
          {!isBits(kind) && <FindValue at={at} words={words} onPick={(one) => setSearch({ pick: one })} />}
        </>
      )}
    </Panel>
  )
}

/** Writes the selection to the address of the page. */
const useSetSearch = (): ((next: RegistersSearch) => void) => {
  const navigate = useNavigate({ from: '/nets/$id/registers' })
  return (next) => void navigate({ search: (before) => ({ ...before, ...next }), replace: true, resetScroll: false })
}

interface RangeFormProps {
  netId: number
  search: Required<Omit<RegistersSearch, 'pick'>>
  setSearch: (next: RegistersSearch) => void
}

const RangeForm = ({ netId, search, setSearch }: RangeFormProps): ReactNode => {
  const { registers } = useTexts()
  const devices = useQuery(apiQuery('nets', 'devices', { netId })).data ?? []
  const [unit, setUnit] = useState(search.unit === 0 ? '' : String(search.unit))
  const [at, setAt] = useState(String(search.at))
  const [count, setCount] = useState(String(search.count))
  const parsed = { unit: numberIn(unit, 1, 255), at: numberIn(at, 0, 65_535), count: numberIn(count, 1, countMax) }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (parsed.unit === null || parsed.at === null || parsed.count === null) return
    setSearch({ unit: parsed.unit, at: parsed.at, count: parsed.count, pick: parsed.at })
  }
  return (
    <form className="flex flex-wrap items-start gap-3 px-4 pb-3" onSubmit={submit}>
      <NumberField
        label={registers.unit}
        className="w-24"
        isWhole
        list="registers-units"
        value={unit}
        error={unit !== '' && parsed.unit === null ? '1–255' : undefined}
        onChange={setUnit}
      />
      <datalist id="registers-units">
        {devices.map(({ id, modbusUnitId, name }) => (
          <option key={id} value={modbusUnitId}>
            {name}
          </option>
        ))}
      </datalist>
      <Choice
        label={registers.area}
        value={search.kind}
        options={kinds.map((kind) => [kind, registers.kinds[kind]] as const)}
        onChange={(kind) => setSearch({ kind })}
      />
      <NumberField
        label={registers.address}
        className="w-28"
        isWhole
        value={at}
        error={parsed.at === null ? '0–65535' : undefined}
        onChange={setAt}
      />
      <NumberField
        label={registers.count}
        className="w-24"
        isWhole
        value={count}
        error={parsed.count === null ? `1–${countMax}` : undefined}
        onChange={setCount}
      />
      <Button type="submit" isChange={false} className="mt-6">
        {registers.show}
      </Button>
    </form>
  )
}
