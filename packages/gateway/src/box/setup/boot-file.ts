import { type BootProblem, bootProblemsMax } from '../first-run.ts'

/*
 * `busbar.txt` on the boot partition, which any computer can write: `name=`, `code=` and `timezone=`. Each line is applied once. Applied
 * lines become comments, wrong ones stay to be corrected, and a code never stays in the file.
 */

const names = ['name', 'code', 'timezone'] as const
export type BootName = (typeof names)[number]

interface BootEntry {
  readonly line: number
  readonly value: string
}

export interface BootFile {
  /** The file was not read before. */
  readonly isFirstReading: boolean
  readonly entries: Readonly<Partial<Record<BootName, BootEntry>>>
  readonly problems: readonly BootProblem[]
}

const marker = '# Read by the Busbar gateway. Lines that begin with # are not read again.'
const errorMark = '# error: '
const bytesMax = 16_384

/** Messages about invalid lines, for the console and the boot file. */
const bootProblemTexts: Readonly<Record<BootProblem['problem'], string>> = {
  encoding: 'The file is larger than 16 KB or not plain text.',
  name: `The name is not one of ${names.map((name) => `${name}=`).join(', ')}.`,
  value: 'The line is not of the form name=value.',
  twice: 'The name occurs twice. The first line was applied.',
  hostName: 'The host name must consist of 1 to 63 letters, digits and hyphens.',
  code: 'The code must have 8 to 10 letters and digits, at least one of each.',
  timeZone: 'The time zone is unknown. Use a name such as Europe/Warsaw.',
  system: 'The system refused the value. It is applied again at the next start.',
  done: 'The first run is done. Change the password in the panel.',
}

export const describeProblem = ({ line, problem }: BootProblem): string => `line ${line}: ${bootProblemTexts[problem]}`

const patterns: Readonly<Record<BootName, RegExp>> = {
  name: /^(?!localhost$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
  code: /^(?=.*[a-z])(?=.*\d)[a-z\d]{8,10}$/i,
  timezone: /^[a-z][\w+-]*(?:\/[\w+-]+)*$/i,
}
const problemOf = { name: 'hostName', code: 'code', timezone: 'timeZone' } as const

const utf16Mark = '\xff\xfe'
const utf8Mark = '\xef\xbb\xbf'

/**
 * Reads the text of the file; undefined when it is binary. Characters represent bytes, so that comments in any encoding
 * are preserved.
 */
export const decodeBootFile = (bytes: Uint8Array): string | undefined => {
  if (bytes.length > bytesMax) return undefined
  const plain = Buffer.from(bytes).toString('latin1')
  const text = plain.startsWith(utf16Mark)
    ? Buffer.from(new TextDecoder('utf-16le').decode(bytes)).toString('latin1')
    : plain.replace(utf8Mark, '')
  return text.includes('\0') ? undefined : text
}

const fieldsOf = (line: string): { name: string; value: string } | undefined => {
  const [, name, value] = /^\s*(\w+)\s*=\s*(.*?)\s*$/.exec(line) ?? []
  return name === undefined || value === undefined ? undefined : { name: name.toLowerCase(), value }
}

const isBootName = (name: string): name is BootName => (names as readonly string[]).includes(name)

export const parseBootFile = (text: string): BootFile => {
  const entries: Partial<Record<BootName, BootEntry>> = {}
  const problems: BootProblem[] = []
  const lines = text.split(/\r?\n/)
  const seen = new Set<string>()
  for (const [index, content] of lines.entries()) {
    if (/^\s*(#|$)/.test(content)) continue
    const line = index + 1
    const fields = fieldsOf(content)
    if (fields === undefined) problems.push({ line, problem: 'value' })
    else if (!isBootName(fields.name)) problems.push({ line, problem: 'name' })
    else if (seen.has(fields.name)) problems.push({ line, problem: 'twice' })
    else {
      const { name } = fields
      const value = name === 'name' ? fields.value.toLowerCase() : fields.value
      seen.add(name)
      if (patterns[name].test(value)) entries[name] = { line, value }
      else problems.push({ line, problem: problemOf[name] })
    }
  }
  return { isFirstReading: !lines.includes(marker), entries, problems: problems.slice(0, bootProblemsMax) }
}

/** The file after it was read: line numbers stay the same. */
export const rewriteBootFile = (text: string, applied: readonly number[], problems: readonly BootProblem[]): string => {
  const ending = text.includes('\r\n') ? '\r\n' : '\n'
  const lines = text.split(/\r?\n/).map((content, index) => {
    const fields = fieldsOf(content)
    if (fields === undefined) return content
    const isSecret = fields.name === 'code'
    const shown = `${fields.name}=${isSecret ? '(removed)' : fields.value}`
    // A correction would not make these lines valid.
    const isFinal = problems.some(
      ({ line, problem }) => line === index + 1 && (problem === 'done' || problem === 'twice'),
    )
    if (isFinal) return `# not applied: ${shown}`
    if (applied.includes(index + 1)) return `# applied: ${shown}`
    return isSecret ? 'code=' : content
  })
  const own = lines.filter((line) => line !== marker && !line.startsWith(errorMark))
  while (own.at(-1) === '') own.pop()
  return [...own, marker, ...problems.map((one) => `${errorMark}${describeProblem(one)}`), ''].join(ending)
}
