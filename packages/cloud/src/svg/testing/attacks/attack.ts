export const refused = Symbol('refused')

/** What is put inside of a drawing, and what is left of it. */
export type Attack = readonly [name: string, inside: string, left: string | typeof refused]
