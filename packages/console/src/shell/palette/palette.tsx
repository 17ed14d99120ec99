import { Dialog as Base } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ChartLine, Cpu, type LucideIcon, Network, Search } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { matching } from '../../data/format/search.rules.ts'
import { serviceLanguage, useLanguage } from '../../data/state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Value } from '../../ui/layout/value.tsx'
import { useEntries } from '../use-entries.ts'
import { type SearchTarget, searchTargets, withoutVerbs } from './find.rules.ts'
import { closePalette } from './open-palette.ts'
import { useCommands } from './use-commands.ts'

interface ResultRowProps {
  id: string
  at: number
  result: PaletteResult
  typed: string
  isActive: boolean
  onPoint: () => void
  onChoose: () => void
}

/** A search result with its location and value. */
const ResultRow = ({ id, at, result, typed, isActive, onPoint, onChoose }: ResultRowProps): ReactNode => {
  const { icon: Icon, name, where, value } = result
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      data-at={at}
      onPointerMove={onPoint}
      onClick={onChoose}
      className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-part px-2 py-1 aria-selected:bg-selected max-md:min-h-11"
    >
      <Icon className="size-4 shrink-0 text-quiet" strokeWidth={1.75} aria-hidden="true" />
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2.5">
        <span className="min-w-0 break-words">
          <Marked name={name} typed={typed.trim()} />
        </span>
        {where !== '' && <span className="min-w-0 truncate text-xs text-faint">{where}</span>}
      </span>
      {value !== undefined && <Value text={value} />}
    </div>
  )
}

/** The name, with what was typed marked in it. */
const Marked = ({ name, typed }: { name: string; typed: string }): ReactNode => {
  const at = typed === '' ? -1 : name.toLowerCase().indexOf(typed.toLowerCase())
  if (at === -1) return name
  const end = at + typed.length
  return (
    <>
      {name.slice(0, at)}
      <span className="font-semibold text-accent">{name.slice(at, end)}</span>
      {name.slice(end)}
    </>
  )
}

/** Goes to any network, device, value or page, or does something, with the keyboard alone. */
export const Palette = (): ReactNode => {
  const { palette } = useTexts()
  return (
    <Base.Root open onOpenChange={(open) => !open && closePalette()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Base.Popup
          aria-label={palette.title}
          className="fixed inset-x-0 top-0 z-40 mx-auto flex max-h-[85dvh] w-160 max-w-full flex-col overflow-hidden border border-line bg-floating text-sm text-ink shadow-dialog max-md:rounded-b-sheet md:top-[11dvh] md:max-h-[72dvh] md:rounded-sheet"
        >
          <Finder />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

const run = (result: PaletteResult): void => {
  closePalette()
  result.run()
}

const Finder = (): ReactNode => {
  const { palette, common } = useTexts()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const { groups, isPending } = useResults(useDeferredValue(typed))
  const all = groups.flatMap(({ results }) => results)
  const active = Math.min(at, all.length - 1)
  useEffect(() => {
    list.current?.querySelector(`[data-at="${active}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const move = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: Math.min(active + 6, all.length - 1),
      PageUp: Math.max(active - 6, 0),
    }
    const next = steps[event.key]
    if (next !== undefined && all.length > 0) {
      event.preventDefault()
      setAt((next + all.length) % all.length)
    }
    const chosen = all[active]
    // A word that is still being put together is not meant yet.
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && chosen !== undefined) {
      event.preventDefault()
      run(chosen)
    }
  }
  let row = -1
  return (
    <>
      <div className="flex min-h-13 items-center gap-3 border-b border-line px-4">
        <Search className="size-4 shrink-0 text-quiet" strokeWidth={1.75} aria-hidden="true" />
        <input
          role="combobox"
          aria-label={palette.title}
          aria-expanded
          aria-controls={id}
          aria-activedescendant={all.length === 0 ? undefined : `${id}-${active}`}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          placeholder={palette.hint}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setAt(0)
          }}
          onKeyDown={move}
          className="min-h-11 min-w-0 flex-1 bg-transparent text-lg outline-none placeholder:text-faint"
        />
        <Key>Esc</Key>
      </div>
      <div ref={list} id={id} role="listbox" aria-label={palette.title} className="min-h-0 flex-1 overflow-y-auto p-2">
        {groups.map(({ title, results }) => (
          <div key={title} role="group" aria-label={title}>
            <p className="px-2 pt-2 pb-1 text-2xs font-medium text-faint" aria-hidden="true">
              {title}
            </p>
            {results.map((result) => {
              row += 1
              const here = row
              return (
                <ResultRow
                  key={result.key}
                  id={`${id}-${here}`}
                  at={here}
                  result={result}
                  typed={typed}
                  isActive={here === active}
                  onPoint={() => setAt(here)}
                  onChoose={() => run(result)}
                />
              )
            })}
          </div>
        ))}
      </div>
      <p role="status" className={all.length > 0 ? 'sr-only' : 'px-4 pt-1 pb-6 text-center text-quiet'}>
        {all.length > 0
          ? palette.found({ count: all.length })
          : isPending
            ? common.loading
            : palette.nothing({ typed })}
      </p>
      <footer className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-xs text-faint max-md:hidden">
        <span className="flex items-center gap-1.5">
          <Key>↑</Key> <Key>↓</Key> {palette.choose}
        </span>
        <span className="flex items-center gap-1.5">
          <Key>↵</Key> {palette.open}
        </span>
        <span className="flex items-center gap-1.5">
          <Key>Esc</Key> {palette.close}
        </span>
      </footer>
    </>
  )
}

const Key = ({ children }: { children: ReactNode }): ReactNode => (
  <kbd className="rounded-mark border border-line-strong bg-surface px-1.5 font-sans text-2xs leading-4 text-faint">
    {children}
  </kbd>
)

/** Something that can be chosen. */
interface PaletteResult {
  key: string
  icon: LucideIcon
  name: string
  /** Location. */
  where: string
  /** Its reading. */
  value?: string | undefined
  run: () => void
}

interface ResultGroup {
  title: string
  results: readonly PaletteResult[]
}

/** The objects change rarely. */
const staleTime = 60_000
/** Values stay new while the palette is open. */
const valuesMs = 5000
const shownMax = { places: 7, values: 5, pages: 10, commands: 6 }
const paths = { net: '/nets', device: '/devices', param: '/params' } as const
const icons = { net: Network, device: Cpu, param: ChartLine } as const

/** Returns the results for the typed words by type; without words, pages and commands. */
const useResults = (typed: string): { groups: readonly ResultGroup[]; isPending: boolean } => {
  const { palette } = useTexts()
  const { orgId } = useOrg()
  const { history } = useRouter()
  const lang = serviceLanguage(useLanguage())
  const entries = useEntries()
  const tree = useQuery({ ...apiQuery('nets', 'tree', { orgId }), staleTime })
  const cards = useQuery({ ...apiQuery('cards', 'list', { orgId }), staleTime })
  const targets = useMemo(
    () => (tree.data === undefined ? [] : searchTargets(tree.data, cards.data)),
    [tree.data, cards.data],
  )
  const found = useMemo(() => (typed.trim() === '' ? [] : matching(targets, typed)), [targets, typed])
  const objects = found.filter(({ kind }) => kind !== 'param').slice(0, shownMax.places)
  const params = found.filter(({ kind }) => kind === 'param').slice(0, shownMax.values)
  const paramIds = params.map(({ id }) => id)
  const states = useQuery({
    ...apiQuery('values', 'lastStates', { paramIds, lang }),
    enabled: paramIds.length > 0,
    refetchInterval: valuesMs,
  })
  const searched = withoutVerbs(typed, [palette.mute({ name: '' }), palette.readNow({ name: '' })])
  const commands = useCommands(found[0] ?? (searched === '' ? undefined : matching(targets, searched)[0]))
  const resultOf = ({ kind, id, name, where, unit }: SearchTarget): PaletteResult => ({
    key: `${kind} ${id}`,
    icon: icons[kind],
    name,
    where: [...where, ...(unit === undefined ? [] : [palette.unit({ unit })])].join(' · '),
    value: kind === 'param' ? states.data?.[id]?.formattedValue : undefined,
    run: () => history.push(`${paths[kind]}/${id}`),
  })
  const pages = [...entries.main, ...entries.further, ...entries.inside].map(({ to, text, icon }) => ({
    key: to,
    icon,
    name: text,
    where: '',
    path: [text],
    words: text.toLowerCase(),
    run: () => history.push(to),
  }))
  const groups: ResultGroup[] = [
    { title: palette.places, results: objects.map(resultOf) },
    { title: palette.values, results: params.map(resultOf) },
    { title: palette.pages, results: matching(pages, typed).slice(0, shownMax.pages) },
    { title: palette.commands, results: matching(commands, typed).slice(0, shownMax.commands) },
  ]
  return { groups: groups.filter(({ results }) => results.length > 0), isPending: tree.isPending }
}
