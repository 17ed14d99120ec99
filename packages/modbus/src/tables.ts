/** The four tables of the Modbus data model. */
export const registerKinds = ['holding', 'input', 'coil', 'discrete-input'] as const
export type RegisterKind = (typeof registerKinds)[number]

/** Tables of single bits; the others hold 16-bit words. */
export const isBitKind = (kind: RegisterKind): boolean => kind === 'coil' || kind === 'discrete-input'

/** The most that one read may ask of a table. */
export const readMax = (kind: RegisterKind): number => (isBitKind(kind) ? 2000 : 125)
