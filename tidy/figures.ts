import { posix } from 'node:path'
import { files, importsOf, read } from './source.ts'

/** Measures of the source code; every rule counts exceptions, so less is better. */
export interface Figures {
  /** Files above 300 lines, and contracts above 400; generated files do not count. */
  longFiles: number
  /** Files under 40 lines with a single importer, which could contain them. */
  loneSmallFiles: number
  /** Folders with one or two source files. */
  thinFolders: number
  /** Folders more than two levels below `src`. */
  deepFolders: number
  /** Written source files that name the device field `modbusTimeoutRetriesNum`. */
  deviceFieldFiles: number
  /** Source files that name the gateway setting `areset`: its key, the part that applies it, and its label. */
  gatewaySettingFiles: number
}

/** Totals for the reader. Features add to them, so they have no limit. */
export interface Totals {
  sourceFiles: number
  sourceLines: number
  medianLines: number
  p90Lines: number
  folders: number
}

const shortMax = 40
const longMin = 300
const longContractMin = 400
const thinMax = 2
const depthMax = 2

const isSource = (path: string): boolean =>
  !/\.test\.tsx?$|\.d\.ts$|\/(testing|journeys|bench|peers|oracles|faults|hostile|installing)\//.test(path)
const isEntry = (path: string): boolean =>
  /\.contract\.ts$|(^|\/)(main|index|program|boot|config)\.tsx?$|worker|thread/.test(path)

const isGenerated = (path: string): boolean => /^\/\*\*.*writes this file/.test(read(path))

const sources = (): string[] => files('packages/*/src/**/*.{ts,tsx}').filter(isSource)
const linesOf = (path: string): number => read(path).split('\n').length - 1

/** Paths that `exports` and `bin` of the manifests name. */
const entries = (): Set<string> =>
  new Set(
    files('packages/*/package.json').flatMap((path) =>
      Array.from(read(path).matchAll(/"\.\/(src\/[^"]+)"/g), ([, file = '']) => posix.join(posix.dirname(path), file)),
    ),
  )

const importers = (paths: readonly string[]): Map<string, string[]> => {
  const found = new Map<string, string[]>()
  for (const path of paths)
    for (const target of importsOf(path).filter((name) => name.startsWith('.'))) {
      const file = posix.join(posix.dirname(path), target)
      found.set(file, [...(found.get(file) ?? []), path])
    }
  return found
}

/** Source files that name each alert channel whose name is not an ordinary word. */
export const channelFiles = (): Readonly<Record<string, readonly string[]>> => {
  const paths = sources().filter((path) => !isGenerated(path))
  const filesNaming = (name: string): string[] => paths.filter((path) => new RegExp(`\\b${name}\\b`).test(read(path)))
  return Object.fromEntries(['ntfy', 'telegram', 'voice-call'].map((name) => [name, filesNaming(name)]))
}

const naming = (paths: readonly string[], word: RegExp): number => paths.filter((path) => word.test(read(path))).length

export const figures = (): Figures => {
  const paths = sources()
  const written = paths.filter((path) => !isGenerated(path))
  const known = entries()
  const users = importers(paths)
  const perFolder = Map.groupBy(paths, posix.dirname)
  const isLong = (path: string): boolean => linesOf(path) > (path.endsWith('.contract.ts') ? longContractMin : longMin)
  const isLoneSmall = (path: string): boolean =>
    !known.has(path) && !isEntry(path) && linesOf(path) < shortMax && users.get(path)?.length === 1
  return {
    longFiles: written.filter(isLong).length,
    loneSmallFiles: paths.filter(isLoneSmall).length,
    thinFolders: perFolder
      .values()
      .filter((own) => own.length <= thinMax)
      .toArray().length,
    deepFolders: [...perFolder.keys()].filter((folder) => folder.split('/').length - 3 > depthMax).length,
    deviceFieldFiles: naming(written, /\bmodbusTimeoutRetriesNum\b/),
    gatewaySettingFiles: naming(paths, /\bareset\b/),
  }
}

/** Kinds of dashboard widgets whose names are no ordinary words. */
const widgetKinds = ['gauge', 'setpoint', 'timeline']
/** Writes dashboards as data: uses the contract as any other client. */
const writesBoards = /\/device-board\.rules\.ts$/

/** Files of the console and the contract that name a kind of widget, by kind. */
export const widgetFiles = (): Record<string, string[]> => {
  const paths = sources().filter(
    (path) => /^packages\/console\/src\/dashboards\/|\/widgets\.contract\.ts$/.test(path) && !writesBoards.test(path),
  )
  return Object.fromEntries(
    widgetKinds.map((kind) => [
      kind,
      paths.filter((path) => new RegExp(`(?<![/-])\\b${kind}\\b(?!-)`).test(read(path))),
    ]),
  )
}

export const totals = (): Totals => {
  const paths = sources()
  const lengths = paths.map(linesOf).toSorted((a, b) => a - b)
  const quantile = (share: number): number => lengths[Math.floor(lengths.length * share)] ?? 0
  return {
    sourceFiles: paths.length,
    sourceLines: lengths.reduce((sum, lines) => sum + lines, 0),
    medianLines: quantile(0.5),
    p90Lines: quantile(0.9),
    folders: new Set(paths.map(posix.dirname)).size,
  }
}
