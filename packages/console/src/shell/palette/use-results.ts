import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ChartLine, Cpu, type LucideIcon, Network } from 'lucide-react'
import { useMemo } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { matching } from '../../data/format/search.rules.ts'
import { serviceLanguage, useLanguage } from '../../data/state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { useEntries } from '../use-entries.ts'
import { type SearchTarget, searchTargets, withoutVerbs } from './find.rules.ts'
import { useCommands } from './use-commands.ts'

/** Something that can be chosen. */
export interface PaletteResult {
  key: string
  icon: LucideIcon
  name: string
  /** Where it is. */
  where: string
  /** Its reading. */
  value?: string | undefined
  run: () => void
}

export interface ResultGroup {
  title: string
  results: readonly PaletteResult[]
}

/** What is where changes seldom. */
const staleTime = 60_000
/** Values stay new while the palette is open. */
const valuesMs = 5000
const shownMax = { places: 7, values: 5, pages: 10, commands: 6 }
const paths = { net: '/nets', device: '/devices', param: '/params' } as const
const icons = { net: Network, device: Cpu, param: ChartLine } as const

/** What there is for the words that were typed, by kind; without words, pages and commands. */
export const useResults = (typed: string): { groups: readonly ResultGroup[]; isPending: boolean } => {
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
