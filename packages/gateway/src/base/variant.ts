/** The generation of the API that is served: identity, state, settings and levels follow it. */
export type Variant = 'A' | 'B'
