import { type ApiSection, apiPages, areas } from './api-pages.ts'
import { deviceIndexPages } from './device-index.ts'
import { withPlacedLinks } from './links.ts'
import { files, read } from './repository.ts'
import { type SidebarEntry, sidebar } from './sidebar.ts'

/** Written and generated pages, each with its path on the site. */
const pagePlaces: readonly [pattern: string, place: (path: string) => string][] = [
  ['docs/README.md', () => 'documentation.md'],
  ['docs/ARCHITECTURE.md', () => 'architecture.md'],
  ['docs/{tutorials,how-to,explanation,decisions,reference,pl,ru,uk}/**/*.md', (path) => path.slice('docs/'.length)],
  ['{CHANGELOG,CONTRIBUTING}.md', (path) => path.toLowerCase()],
  ['SECURITY.md', () => 'security-policy.md'],
  ['{packages/*,templates,bench}/README.md', (path) => path.replace('/README.md', '.md')],
  ['site/home.md', () => 'index.md'],
]

/** Files that are served unchanged. */
const handedOut: readonly [pattern: string, place: (path: string) => string][] = [
  ['docs/images/*.png', (path) => path.slice('docs/'.length)],
  ['docs/examples/**/*.*', (path) => path.slice('docs/'.length)],
]

const placed = (table: typeof pagePlaces): ReadonlyMap<string, string> =>
  new Map(table.flatMap(([pattern, place]) => files(pattern).map((path) => [path, place(path)] as const)))

/** Paths on the site of all pages, by path in the repository. */
const pageSources = (): ReadonlyMap<string, string> => placed(pagePlaces)

/** Paths on the site of all other files, by path in the repository. */
const fileSources = (): ReadonlyMap<string, string> => placed(handedOut)

/** The first heading of a page as plain text. */
const titleOf = (markdown: string): string => /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll('`', '') ?? ''

export interface Site {
  /** Texts of pages, by path on the site. */
  pages: ReadonlyMap<string, string>
  /** Paths of files in the repository, by path on the site. */
  files: ReadonlyMap<string, string>
  /** OpenAPI documents as JSON, by path on the site. */
  documents: ReadonlyMap<string, string>
  sidebar: Record<string, SidebarEntry[]>
}

/** Marks a device page, whose register table is excluded from the search. */
const markedDevice = (text: string): string =>
  `---\nisDevice: true\naside: false\n---\n\n${text}\n[Connect your first device](/tutorials/first-device.md) · [All families](/reference/devices/index.md)\n`

const apiIndexPage = (all: readonly ApiSection[]): string =>
  [
    '# The APIs',
    '',
    '| | operations |',
    '|---|---|',
    ...all.map(
      ({ title, folder, groups }) =>
        `| [${title}](/${folder}/index.md) | ${groups.reduce((sum, group) => sum + group.all.length, 0)} |`,
    ),
    '',
    '[Scripts and programs](/how-to/integrations.md#scripts-and-programs) has API keys, clients in one file for Python and TypeScript, and examples.',
    '',
  ].join('\n')

const decisionIndexPage = (decisions: readonly string[], titles: ReadonlyMap<string, string>): string =>
  [
    '# Decisions',
    '',
    'Each page records one design decision: its context, the decision, its consequences and the alternatives.',
    '',
    ...decisions.map((place) => `- [${titles.get(place)}](/${place})`),
    '',
  ].join('\n')

/** Collects the whole site as text, from which VitePress builds HTML. */
export function site(): Site {
  const places = { pages: pageSources(), files: fileSources() }
  const pages = new Map<string, string>()
  for (const [path, place] of places.pages) {
    const text = withPlacedLinks(path, read(path), places)
    pages.set(place, place.startsWith('reference/devices/') ? markedDevice(text) : text)
  }
  const apis = areas()
  const titles = new Map(Array.from(pages, ([place, text]) => [place, titleOf(text)]))
  const decisions = [...pages.keys()].filter((place) => place.startsWith('decisions/'))
  pages.set('decisions/index.md', decisionIndexPage(decisions, titles))
  pages.set('reference/api/index.md', apiIndexPage(apis))
  for (const [place, text] of [...deviceIndexPages(), ...apis.flatMap(apiPages)]) pages.set(place, text)
  return {
    pages,
    files: new Map(Array.from(places.files, ([path, place]) => [place, path])),
    documents: new Map(apis.map(({ file, document }) => [file.slice(1), `${JSON.stringify(document, null, 2)}\n`])),
    sidebar: sidebar((place) => titles.get(place) ?? place, decisions, apis),
  }
}
