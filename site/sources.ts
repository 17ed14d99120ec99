import { files } from './repository.ts'

/** Pages that people wrote or `npm run docs` made, each with its place on the site. */
const places: readonly [pattern: string, place: (path: string) => string][] = [
  ['docs/ARCHITECTURE.md', () => 'architecture.md'],
  ['docs/{start,guides,decisions,reference,pl,ru,uk}/**/*.md', (path) => path.slice('docs/'.length)],
  ['{CHANGELOG,CONTRIBUTING}.md', (path) => path.toLowerCase()],
  ['SECURITY.md', () => 'reporting-holes.md'],
  ['{packages/*,templates,bench}/README.md', (path) => path.replace('/README.md', '.md')],
  ['site/home.md', () => 'index.md'],
]

/** Files that are handed out as they are. */
const handedOut: readonly [pattern: string, place: (path: string) => string][] = [
  ['docs/images/*.png', (path) => path.slice('docs/'.length)],
  ['docs/examples/**/*.*', (path) => path.slice('docs/'.length)],
  ['docs/api/*.json', (path) => path.slice('docs/'.length)],
]

const placed = (table: typeof places): ReadonlyMap<string, string> =>
  new Map(table.flatMap(([pattern, place]) => files(pattern).map((path) => [path, place(path)] as const)))

/** Where each page of the repository stands on the site, by its path. */
export const pageSources = (): ReadonlyMap<string, string> => placed(places)

/** Where each other file stands on the site, by its path. */
export const fileSources = (): ReadonlyMap<string, string> => placed(handedOut)
