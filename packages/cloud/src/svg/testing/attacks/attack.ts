export const refused = Symbol('refused')

/** Content of a drawing, and what remains of it. */
export type Attack = readonly [name: string, inside: string, left: string | typeof refused]
