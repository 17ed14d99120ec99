const widthMax = 76

const isName = /^[A-Za-z_$][\w$]*$/

const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

interface Language {
  indent: string
  text(text: string): string
  key(name: string): string
  word(value: boolean | null): string
  date(value: Date): string
}

const typeScript: Language = {
  indent: '  ',
  text: quoted,
  key: (name) => (isName.test(name) ? name : quoted(name)),
  word: String,
  date: (value) => `new Date('${value.toISOString()}')`,
}

const python: Language = {
  indent: '    ',
  text: quoted,
  key: quoted,
  word: (value) => (value === null ? 'None' : value ? 'True' : 'False'),
  date: (value) => quoted(value.toISOString()),
}

const json: Language = {
  indent: '  ',
  text: (text) => JSON.stringify(text),
  key: (name) => JSON.stringify(name),
  word: String,
  date: (value) => JSON.stringify(value),
}

/** Long lists and objects are broken into lines, as a person would. */
const write = (value: unknown, language: Language, indent: string): string => {
  if (typeof value === 'string') return language.text(value)
  if (typeof value === 'number') return String(value)
  if (value instanceof Date) return language.date(value)
  if (typeof value !== 'object' || value === null) return language.word((value ?? null) as boolean | null)
  const inner = indent + language.indent
  const [open, close, parts] = Array.isArray(value)
    ? ['[', ']', value.map((one) => write(one, language, inner))]
    : ['{', '}', Object.entries(value).map(([name, one]) => `${language.key(name)}: ${write(one, language, inner)}`)]
  if (parts.length === 0) return open + close
  const pad = open === '{' ? ' ' : ''
  const line = `${open}${pad}${parts.join(', ')}${pad}${close}`
  if (line.length + indent.length <= widthMax && !line.includes('\n')) return line
  const lines = parts.map((part) => inner + part).join(',\n')
  return `${open}\n${lines}${language === json ? '' : ','}\n${indent}${close}`
}

export const typeScriptLiteral = (value: unknown): string => write(value, typeScript, '')
export const pythonLiteral = (value: unknown, indent = ''): string => write(value, python, indent)
export const jsonLiteral = (value: unknown): string => write(value, json, '')
