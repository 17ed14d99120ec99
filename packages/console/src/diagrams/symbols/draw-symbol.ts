import type { PlantSymbol, SymbolPart } from './plant-symbol.ts'

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The parts of a symbol as SVG, in its own box. */
export const symbolMarkup = ({ parts }: PlantSymbol): string => parts.map(partMarkup).join('')

const partMarkup = ({ role, d, letter, when }: SymbolPart): string => {
  const className = when === undefined ? role : `${role} when-${when}`
  if (letter !== undefined) {
    const size = letter.text.length > 1 ? (letter.text.length > 2 ? 10 : 12) : 14
    return `<text class="${className}" x="${letter.x}" y="${letter.y}" font-size="${size}">${escaped(letter.text)}</text>`
  }
  return `<path class="${className}" d="${d}"/>`
}
