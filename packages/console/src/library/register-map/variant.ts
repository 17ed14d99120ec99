/** What may lie otherwise than a manual says. */
export const swaps = ['none', 'words', 'bytes', 'both'] as const
export type ByteSwap = (typeof swaps)[number]

/** How a unit's parameters stand beside what its template says. */
export interface Variant {
  swap: ByteSwap
  /** How many addresses further. */
  steps: number
}

export const asWritten: Variant = { swap: 'none', steps: 0 }
