/**
 * The first address that was read, what was read from there on in hexadecimal (registers as four digits, a table of bits as bytes), and
 * what it means: the value or the word for it; null where there is none.
 */
type Row = readonly [label: string, address: number, hex: string, shown: string | null]
export type Frames = Readonly<Record<string, readonly [source: string, ...rows: Row[]]>>
