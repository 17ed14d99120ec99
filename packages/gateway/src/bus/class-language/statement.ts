/** Source of a value. */
export type Source =
  | { readonly fn: 1 | 2 | 3 | 4; readonly address: number; readonly count: number }
  | { readonly fn: 43; readonly object: number }
  /** The number of the last exception; 0 before there was one. */
  | { readonly fn: 'exc' }

/** Conversion of a value before it is checked, in written order. */
export type Modifier =
  | { readonly kind: 'U32' | 'S32' | 'F32' | 'SWAP' }
  | { readonly kind: 'MASK'; readonly mask: number }
  | { readonly kind: 'SHR'; readonly bits: number }

export type Test =
  | { readonly kind: 'EQ' | 'NE' | 'LT' | 'GT'; readonly number: number }
  | { readonly kind: 'RANGE'; readonly min: number; readonly max: number }
  | { readonly kind: 'STR'; readonly text: string }
  /** The value's own read was answered with this exception. */
  | { readonly kind: 'EXC'; readonly exception: number }

/** Target of a jump. A label becomes an index when the template is checked. */
export type Target<To> = { readonly to: To } | 'STOP'

type Action<To> =
  | { readonly kind: 'READ'; readonly source: Source; readonly name: string }
  | {
      readonly kind: 'CHECK'
      readonly name: string
      readonly modifiers: readonly Modifier[]
      readonly test: Test
      readonly otherwise: Target<To>
    }
  | { readonly kind: 'GOTO'; readonly target: Target<To> }
  | { readonly kind: 'CLASS'; readonly name: string }

export type Statement<To> = Action<To> & { readonly line: number }
export type Check<To> = Extract<Statement<To>, { kind: 'CHECK' }>
