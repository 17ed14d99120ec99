import { escaped } from '../symbols/draw-symbol.ts'
import type { FaceplateArg, PlacedElement } from './diagram-model.ts'
import type { Vis, VisBinding } from './diagram-values.ts'

/** A faceplate as it is placed: its drawing and what its elements show. */
type Faceplate = Pick<Vis, 'source' | 'bindings' | 'args'>
export type Faceplates = ReadonlyMap<number, Faceplate>

/** The code of an element of a faceplate where it is placed. */
const innerCode = (code: string, inner: string): string => `${code}__${inner}`

/** A faceplate drawn out: its names are its place's, and `{name}` in its texts is what is given for it. */
export const plateMarkup = ({ code, use }: PlacedElement, plates: Faceplates, frame: string): string => {
  const plate = use === undefined ? undefined : plates.get(use.visId)
  const found = plate === undefined ? null : /^<svg([^>]*)>([^]*)<\/svg>$/.exec(plate.source)
  if (found === null || use === undefined) return `<rect class="area" ${frame}/>`
  const [, attributes = '', inner = ''] = found
  const viewBox = / viewBox="([^"]*)"/.exec(attributes)?.[1] ?? '0 0 100 100'
  const named = inner
    .replaceAll(/<style>[^]*?<\/style>/g, '')
    .replaceAll(/ id="([^"]+)"/g, (_, id: string) => ` id="${innerCode(code, id)}"`)
    .replaceAll(/(href="|url\()#([^")]+)/g, (_, before: string, id: string) => `${before}#${innerCode(code, id)}`)
    .replaceAll(/\{([a-z][a-zA-Z\d]*)\}/g, (whole, name: string) => {
      const argValue = use.args[name]
      return argValue === undefined ? whole : escaped(textOf(argValue))
    })
  return `<svg ${frame} viewBox="${viewBox}">${named}</svg>`
}

const textOf = (arg: FaceplateArg): string => {
  if ('text' in arg) return arg.text
  return 'number' in arg ? String(arg.number) : ''
}

/** Returns the bindings of a placed faceplate with its arguments. An argument without a value shows nothing. */
export const plateBindings = ({ code, use }: PlacedElement, plates: Faceplates): VisBinding[] => {
  const plate = use === undefined ? undefined : plates.get(use.visId)
  if (plate === undefined || use === undefined) return []
  return plate.bindings.flatMap((binding) => {
    const { arg, formula, rules, code: inner, ...rest } = binding
    const source = sourceOf(arg, formula, rest.param, use.args)
    if (source === null) return []
    const { param: _param, ...kept } = rest
    return [
      {
        ...kept,
        ...source,
        code: innerCode(code, inner),
        ...(rules && {
          rules: rules.map((rule) => ({
            ...rule,
            when: { ...rule.when, ...(rule.when.of !== undefined && { of: innerCode(code, rule.when.of) }) },
          })),
        }),
      },
    ]
  })
}

const sourceOf = (
  arg: string | undefined,
  formula: string | undefined,
  param: number | undefined,
  args: Readonly<Record<string, FaceplateArg>>,
): Pick<VisBinding, 'param' | 'formula'> | null => {
  if (param !== undefined) return { param }
  if (arg !== undefined) {
    const argValue = args[arg]
    if (argValue === undefined || 'text' in argValue) return null
    return 'paramId' in argValue ? { param: argValue.paramId } : { formula: String(argValue.number) }
  }
  const names = Array.from((formula ?? '').matchAll(argOf), ([, name = '']) => name)
  const isComplete = names.every((name) => args[name] !== undefined && !('text' in args[name]))
  return isComplete ? { formula: (formula ?? '').replaceAll(argOf, (_, name: string) => operandOf(args[name])) } : null
}

/** An argument in a formula. */
const argOf = /\$([a-z][a-zA-Z\d]*)/g

const operandOf = (arg: FaceplateArg | undefined): string => {
  if (arg === undefined || 'text' in arg) return ''
  return 'paramId' in arg ? `#${arg.paramId}` : `(${arg.number})`
}

/** Returns true if a code belongs to a placed faceplate. */
export const isInner = (code: string, items: readonly PlacedElement[]): boolean =>
  items.some((item) => item.use !== undefined && code.startsWith(`${item.code}__`))
