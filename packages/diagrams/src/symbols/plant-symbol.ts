/** Languages of the names of symbols. */
type Language = 'en' | 'pl' | 'ru' | 'uk'

/** Role of a part, which selects its style: body, line, heavy line, inside of a body, solid, letter, busbar, level. */
type Role = 'b' | 'l' | 'h' | 'i' | 'd' | 't' | 'bus' | 'fillv'

/** A part: a path, or a positioned letter. */
export interface SymbolPart {
  role: Role
  d?: string
  letter?: { x: number; y: number; text: string }
  /** Shown only while it runs, or only while it does not: a contact that closes. */
  when?: 'run' | 'off'
}

/** A symbol as data. It is drawn in a box whose size and ports are on a grid of eight. */
export interface PlantSymbol {
  id: string
  names: Readonly<Record<Language, string>>
  width: number
  height: number
  /** Ends of pipes and wires. */
  ports: readonly (readonly [x: number, y: number])[]
  parts: readonly SymbolPart[]
}

export const gridPx = 8
const boxPx = 48

/** `en|pl|ru|uk`. */
const namesOf = (text: string): Record<Language, string> => {
  const [en = '', pl = '', ru = '', uk = ''] = text.split('|')
  return { en, pl, ru, uk }
}

const ends = { left: [0, 24], right: [48, 24], top: [24, 0], bottom: [24, 48] } as const
type PortSide = keyof typeof ends

/** A symbol in the usual box, with ports in the middle of its edges. */
export const symbol = (id: string, names: string, ports: readonly PortSide[], ...parts: SymbolPart[]): PlantSymbol => ({
  id,
  names: namesOf(names),
  width: boxPx,
  height: boxPx,
  ports: ports.map((end) => ends[end]),
  parts,
})

const part =
  (role: Role) =>
  (...paths: string[]): SymbolPart => ({ role, d: paths.join('') })
export const body = part('b')
export const line = part('l')
export const heavy = part('h')
export const inside = part('i')
export const solid = part('d')
export const level = part('fillv')
export const bar = part('bus')
export const letter = (text: string, x = 24, y = 29): SymbolPart => ({ role: 't', letter: { x, y, text } })
export const running = (of: SymbolPart): SymbolPart => ({ ...of, when: 'run' })
export const stopped = (of: SymbolPart): SymbolPart => ({ ...of, when: 'off' })

/** Paths: circle, rectangle, open and closed lines through points. */
export const circle = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`
export const box = (x: number, y: number, width: number, height: number): string =>
  `M${x} ${y}h${width}v${height}h${-width}z`
const through = (points: readonly number[]): string =>
  points.map((one, i) => (i % 2 === 0 ? `${i === 0 ? 'M' : 'L'}${one}` : ` ${one}`)).join('')
export const lines = (...points: number[]): string => through(points)
export const closed = (...points: number[]): string => `${through(points)}z`

export const across = ['left', 'right'] as const
export const upright = ['top', 'bottom'] as const
export const around = ['left', 'right', 'top', 'bottom'] as const
