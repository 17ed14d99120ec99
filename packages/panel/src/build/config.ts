import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { noOtherKit } from '@busbar/ui/builder'
import { compiledMessages } from '@busbar/ui/catalogue'
import react from '@vitejs/plugin-react'
import type { UserConfig } from 'vite'
import type { LineFamily } from '../format/line-family.rules.ts'
import { root } from './stamp.ts'

/** The gateway that the dev server speaks to. */
const gatewayUrl = process.env['GATEWAY_URL'] ?? 'http://127.0.0.1:8081'

/** Browsers of 2021: a phone that lies in a van is not new. Colours for light and dark are written out for them. */
const browsers = ['chrome94', 'firefox93', 'safari15.4']

/** Reads the examples of the guide, so that both show the same text. */
const taskExamples = (): Record<string, string> => {
  const folder = join(root, '../../docs/examples/tasks')
  const names = globSync('*.TSK', { cwd: folder })
  return Object.fromEntries(names.map((name) => [basename(name, '.TSK'), readFileSync(join(folder, name), 'utf8')]))
}

interface Param {
  readonly label: string
  readonly address: number
  readonly min?: number
  readonly max?: number
  readonly enum?: Readonly<Record<string, { readonly en: string }>>
}

interface Template {
  readonly name: string
  readonly manufacturer: string
  readonly writeFunction: 'normal' | 'always-6' | 'always-16'
  readonly line?: { readonly unitId: string; readonly baudRate?: string }
  readonly paramTemplates: readonly Param[]
}

/** From the device templates: the few facts of each family that the panel needs to move a unit to another id or speed. */
export const lineFamilies = (): LineFamily[] => {
  const folder = join(root, '../../templates')
  const files = globSync('*.json', { cwd: folder }).map(
    (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Partial<Template>,
  )
  return files
    .flatMap((file) => (file.line === undefined ? [] : [familyOf(file as Template)]))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

const familyOf = ({ name, manufacturer, writeFunction, line, paramTemplates }: Template): LineFamily => {
  const of = (label: string | undefined): Param | undefined => paramTemplates.find((one) => one.label === label)
  const [unit, rate] = [of(line?.unitId), of(line?.baudRate)]
  if (unit === undefined) throw new Error(`${name}: it has no parameter ${line?.unitId}`)
  return {
    name: `${manufacturer} ${name}`,
    isMany: writeFunction === 'always-16',
    unitId: { address: unit.address, min: unit.min ?? 1, max: Math.min(unit.max ?? 247, 247) },
    baudRate: rate === undefined ? null : { address: rate.address, values: ratesOf(rate) },
  }
}

const ratesOf = ({ enum: states = {} }: Param): Record<string, number> =>
  Object.fromEntries(Object.entries(states).map(([value, { en }]) => [Number.parseInt(en, 10), Number(value)]))

export const config: UserConfig = {
  root,
  logLevel: 'warn',
  plugins: [compiledMessages, react(), noOtherKit],
  define: { taskExamples: JSON.stringify(taskExamples()), lineFamilies: JSON.stringify(lineFamilies()) },
  server: { proxy: { '/api': gatewayUrl, '/card': gatewayUrl } },
  build: {
    target: browsers,
    cssTarget: browsers,
    modulePreload: { polyfill: false },
    // Assets are never inlined, because the content security policy of the page allows only files.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
}
