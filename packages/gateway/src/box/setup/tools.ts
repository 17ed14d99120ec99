import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type BoxConfName, boxConfPath, parseBoxConf, withEntry } from '../box-conf.ts'
import type { FirstRunRequest, FirstRunStatus } from '../first-run.ts'

/** System access of the setup; tests replace it. */
export interface SetupTools {
  print(line: string): void
  /** Returns the trimmed answer; empty when there is none. */
  ask(question: string): Promise<string>
  /** A program of the system, without a shell; what it prints. */
  run(program: string, ...args: string[]): Promise<string>
  /** Passes the current settings of an interface to the running gateway; rejects when none runs. */
  adopt(ethernet: object): Promise<void>
  /** `/`, but in tests. */
  readonly root: string
  /** Applies the boot file to the running gateway and returns the data for the console; rejects when none runs. */
  firstRun(request: FirstRunRequest): Promise<FirstRunStatus>
  readonly now: () => Date
}

/** The requested setup is impossible; the message has the reason. */
export class SetupProblem extends Error {
  override name = 'SetupProblem'
}

export const textOf = ({ root }: Pick<SetupTools, 'root'>, path: string): string =>
  existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : ''

/** The box's file with another entry, for `offer`. */
export const boxConfWith = (tools: SetupTools, name: BoxConfName, value: string): Record<string, string> => {
  const text = withEntry(textOf(tools, boxConfPath), name, value)
  parseBoxConf(text, boxConfPath)
  return { [boxConfPath]: text }
}

export const optionsPath = '/etc/default/busbar-gateway'

/** Sets an option in the text of the options file, also one that is commented out; all other lines stay. */
export const withOption = (text: string, name: string, value: string): string => {
  const lines = text.split('\n')
  const index = lines.findIndex((line) => new RegExp(`^#?${name}=`).test(line))
  if (index >= 0) return lines.with(index, `${name}=${value}`).join('\n')
  return `${text === '' || text.endsWith('\n') ? text : `${text}\n`}${name}=${value}\n`
}

/** New contents by path; null deletes a file. */
export type Change = Readonly<Record<string, string | null>>

/** Shows the planned changes and writes them after confirmation. A failing prerequisite leaves everything unchanged. */
export const offer = async (
  tools: SetupTools,
  change: Change,
  first: () => Promise<void> = async () => {},
): Promise<boolean> => {
  const different = Object.entries(change).filter(([path, text]) => (text ?? '') !== textOf(tools, path))
  if (different.length === 0) {
    tools.print('The box is so already.')
    return true
  }
  for (const [path, text] of different) {
    tools.print(text === null ? `${path} is removed` : `${path}:`)
    for (const line of (text ?? '').trimEnd().split('\n').filter(Boolean)) tools.print(`  ${line}`)
  }
  if (!/^y(es)?$/i.test(await tools.ask('Write this? [y/N] '))) {
    tools.print('Nothing was changed.')
    return false
  }
  await first()
  apply(tools, change)
  return true
}

/** Writes files that differ, each completely or not at all. True where any did. */
export const apply = ({ root }: Pick<SetupTools, 'root'>, change: Change, mode = 0o644): boolean => {
  const different = Object.entries(change).filter(([path, text]) => (text ?? '') !== textOf({ root }, path))
  for (const [path, text] of different) {
    if (text === null) rmSync(join(root, path), { force: true })
    else write(join(root, path), text, mode)
  }
  return different.length > 0
}

/** Whole, or as it was. */
const write = (path: string, text: string, mode: number): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.new`, text, { flush: true, mode })
  chmodSync(`${path}.new`, mode)
  renameSync(`${path}.new`, path)
}

/** Lets the owner choose one item by number or name; undefined for none. */
export const choose = async <T>(
  tools: SetupTools,
  what: string,
  all: readonly T[],
  nameOf: (one: T) => string,
  aboutOf: (one: T) => string,
): Promise<T | undefined> => {
  for (const [at, one] of all.entries()) tools.print(`  ${at + 1}  ${nameOf(one)}  ${aboutOf(one)}`.trimEnd())
  const answer = await tools.ask(`${what} (1-${all.length}, nothing to leave it): `)
  if (answer === '') return undefined
  return all.find((one, at) => String(at + 1) === answer || nameOf(one) === answer) ?? refuse(`there is no ${answer}`)
}

export const refuse = (why: string): never => {
  throw new SetupProblem(why)
}
