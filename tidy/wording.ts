import { files, read } from './source.ts'

/** Phrases that are no standard English for what they name, each with what to write instead. */
const phrases: readonly [phrase: RegExp, instead: string][] = [
  [
    /\b(?:is|are|was|were|be|been) told\b|\btold (?:of|to|who|about)\b|\btells? (?:of|who|its|them)\b/i,
    'notified, reports',
  ],
  [/\bsays? (?:so|what|which|whether|whose|who|where|how|why)\b/i, 'reports, shows, is marked'],
  [/\banew\b/i, 'again, re-'],
  [/\btak(?:e|es|en|ing) (?:it |one |that |them )?back\b/i, 'rolled back, reverted, removed'],
  [/\b(?:some|no|every|any)body\b|\bwhoever\b/i, 'the user, the caller, the client'],
  [/\b(?:kept|keeps|set) aside\b/i, 'quarantined, excluded'],
  [/\bis (?:no longer )?believed\b/i, 'trusted, plausible'],
  [/\bin vain\b/i, 'unanswered, failed'],
  [/\bowed\b/i, 'pending, due'],
  [/\blends?\b|\blent\b/i, 'grants access to'],
  [/\bhad better\b/i, 'should'],
  [/\bnought\b/i, 'zero'],
  [/\bdearer\b|\bas (?:dear|cheap)\b/i, 'slower, faster, more expensive'],
  [/\bfor ever\b|\bever so\b/i, 'indefinitely, forever'],
  [/\bfrom then on\b|\bas it is set\b|\bto be had\b/i, 'afterwards, available'],
  [/\bheard of\b|\bhear of\b/i, 'received, reported'],
  [/\bis of (?:no|an?|one|its)\b/i, 'belongs to, has'],
  [/\bbeing well\b|\bis over\b/i, 'resolved, has ended'],
  [/\bhow it is\b|\bwhat (?:it|they|he) (?:is|are|has|have|was)\b/i, 'the noun itself'],
  [/\bcomes? of (?:it|that)\b|\bbecomes? of\b/i, 'the outcome'],
  [/\bno good\b|\bat fault\b/i, 'invalid, the cause'],
  [/\blooked (?:at|for|through)\b/i, 'checked, scanned'],
  [/\bgoes? on (?:from|with|as)\b/i, 'continues'],
]

/** A comment that starts in this way has no subject, or leaves out its verb. */
const headless =
  /^(?:who|whom|whose|what|of|so|with|where|whether|that|those|one|else|nothing|nobody|somebody|nearly|less|beyond|by)\b/i

export interface Hit {
  file: string
  line: number
  text: string
  instead: string
}

type Line = Pick<Hit, 'file' | 'line' | 'text'>

const sources = (): string[] =>
  files('{packages,templates,bench,site,tidy,scripts}/**/*.{ts,tsx,mjs}').filter(
    (path) => !path.includes('/dist/') && !path.startsWith('tidy/wording'),
  )

const linesOf = (file: string): Line[] =>
  read(file)
    .split('\n')
    .map((text, index) => ({ file, line: index + 1, text }))

/** First and further lines of comments without their marks. */
const commentsIn = (file: string): (Line & { isFirst: boolean })[] => {
  const found: (Line & { isFirst: boolean })[] = []
  let isInside = false
  for (const { line, text } of linesOf(file)) {
    const begun = /^\s*(?:\/\*\*?|\/\/)\s?(.*?)(?:\*\/)?\s*$/.exec(text)
    if (begun !== null && !isInside) {
      const isContinued = /^\s*\/\//.test(text) && found.at(-1)?.line === line - 1 && found.at(-1)?.file === file
      found.push({ file, line, text: begun[1] ?? '', isFirst: !isContinued })
      isInside = /^\s*\/\*/.test(text) && !text.includes('*/')
    } else if (isInside) {
      found.push({ file, line, text: text.replace(/^\s*\*\s?/, ''), isFirst: found.at(-1)?.text === '' })
      if (text.includes('*/')) isInside = false
    }
  }
  return found
}

const proseIn = (file: string): Line[] => {
  let isCode = false
  return linesOf(file).filter(({ text }) => {
    if (/^\s*```/.test(text)) isCode = !isCode
    return !isCode
  })
}

const textsIn = (file: string): Line[] =>
  linesOf(file).map((one) => ({ ...one, text: /^\s*(?:"[^"]+":\s*)?"(.*)",?$/.exec(one.text)?.[1] ?? '' }))

const logCall =
  /\.(?:info|warn|error|debug)\(\s*(?:(?:\{(?:[^{}]|\{[^{}]*\})*\}|[\w.#]+(?:\([^()]*\))?),\s*)?(['"`])((?:(?!\1)[^\\]|\\.)+)\1/gs
const title = /\b(?:test|it|describe)\(\s*(['"`])((?:(?!\1).)+)\1/g

const matchesIn = (file: string, pattern: RegExp): Line[] => {
  const source = read(file)
  return Array.from(source.matchAll(pattern), (match) => ({
    file,
    line: source.slice(0, match.index).split('\n').length,
    text: match[2] ?? '',
  }))
}

const hitsIn = (lines: readonly Line[]): Hit[] =>
  lines.flatMap((line) => {
    const plain = line.text.replaceAll(/`[^`]*`/g, '')
    const [, instead] = phrases.find(([phrase]) => phrase.test(plain)) ?? []
    return instead === undefined ? [] : [{ ...line, instead }]
  })

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path)
const isTranslation = (path: string): boolean => /^docs\/(?:pl|ru|uk)\//.test(path)

/** Lines with banned wording, by where they are read. */
export const wording = {
  labels: (): Hit[] => hitsIn(files('packages/*/messages/**/en.json').flatMap(textsIn)),
  docs: (): Hit[] =>
    hitsIn(
      [...files('*.md'), ...files('{docs,bench}/**/*.md'), ...files('{packages/*,templates}/README.md'), 'site/home.md']
        .filter((path) => !isTranslation(path))
        .flatMap(proseIn),
    ),
  logs: (): Hit[] =>
    hitsIn(
      files('packages/*/src/**/*.ts')
        .filter((path) => !isTest(path))
        .flatMap((path) => matchesIn(path, logCall)),
    ),
  comments: (): Hit[] => hitsIn(sources().flatMap(commentsIn)),
  headlessComments: (): Hit[] =>
    sources()
      .flatMap(commentsIn)
      .filter(({ text, isFirst }) => isFirst && headless.test(text))
      .map((line) => ({ ...line, instead: 'a sentence with a subject, or a noun phrase' })),
  testTitles: (): Hit[] =>
    hitsIn(
      sources()
        .filter(isTest)
        .flatMap((path) => matchesIn(path, title)),
    ),
} as const

export const textOf = ({ file, line, text, instead }: Hit): string =>
  `${file}:${line}: ${text.trim()} [write: ${instead}]`
