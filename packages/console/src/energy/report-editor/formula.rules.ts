import { choiceText, type ParamChoice } from '../../readings/values/param-choices.rules.ts'

/** Names of parameters as a formula shows them, and back. */
export interface FormulaNames {
  nameOf: (id: number) => string | undefined
  idOf: (name: string) => number | undefined
}

/** Without what would end it. */
const safe = (text: string): string => text.replaceAll(/[[\]]/g, ' ').replaceAll(/\s+/g, ' ').trim()

/** Names that repeat have the network before them, and where that is not enough the id behind. */
export const formulaNames = (choices: readonly ParamChoice[]): FormulaNames => {
  const names = new Map<number, string>()
  for (const [text, same] of Map.groupBy(choices, (choice) => safe(choiceText(choice)))) {
    const inNets = Map.groupBy(same, ({ netName }) => safe(`${netName} · ${text}`))
    for (const [longer, alike] of inNets) {
      const shown = same.length === 1 ? text : longer
      for (const { id } of alike) names.set(id, alike.length === 1 ? shown : `${longer} #${id}`)
    }
  }
  const ids = new Map([...names].map(([id, name]) => [name.toLowerCase(), id]))
  return { nameOf: (id) => names.get(id), idOf: (name) => ids.get(safe(name).toLowerCase()) }
}

/** A stored formula as people read it: `[Main meter · Energy] / 1000`. */
export const shownFormula = (formula: string, { nameOf }: FormulaNames): string =>
  formula.replaceAll(/#(\d+)/g, (all, id: string) => {
    const name = nameOf(Number(id))
    return name === undefined ? all : `[${name}]`
  })

interface StoredFormula {
  formula: string
  /** Returns the position in the text of a character of the formula. */
  typedIndexOf: (at: number) => number
}

/** Converts the typed formula to the stored form. An unknown name stays and is an error. */
export const storedFormula = (text: string, { idOf }: FormulaNames): StoredFormula => {
  const indexes: number[] = []
  let formula = ''
  for (const part of text.matchAll(/\[([^\]]*)\]|[^[]+|\[/g)) {
    const id = part[1] === undefined ? undefined : idOf(part[1])
    const written = id === undefined ? part[0] : `#${id}`
    for (let at = 0; at < written.length; at += 1) indexes.push(part.index + (id === undefined ? at : 0))
    formula += written
  }
  return { formula, typedIndexOf: (at) => indexes[at] ?? text.length }
}

export interface FormulaWord {
  from: number
  till: number
  text: string
}

/** Returns the word before the caret that may become a parameter; null if there is none. */
export const wordBefore = (text: string, caret: number): FormulaWord | null => {
  const found = /(?:\[|#)?(?:[\p{L}_][^[\]()+*/^#-]*|(?<=\[)|(?<=#))$/u.exec(text.slice(0, caret))
  if (found === null || found[0] === '' || found[0].trim() === 'mod') return null
  const words = found[0].replace(/^[[#]/, '')
  return { from: found.index, till: caret, text: words.trim() }
}

/** Replaces a word with a parameter and returns the text with the new caret. */
export const completed = (text: string, { from, till }: FormulaWord, name: string): { text: string; caret: number } => {
  const rest = text.slice(till).replace(/^[^[\]()+*/^#-]*\]/, '')
  const before = `${text.slice(0, from)}[${name}]`
  return { text: `${before}${rest}`, caret: before.length }
}
