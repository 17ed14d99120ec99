export const levelNames = ['critical', 'failure', 'warning', 'info', 'none'] as const
export const stateNames = ['active', 'unconfirmed', 'muted', 'unjudged', 'quiet', 'off'] as const

/** Which alerts are shown, as the address has it; what is left out is any. */
export interface AlertFilters {
  text?: string
  /** A network. */
  site?: number
  level?: (typeof levelNames)[number]
  state?: (typeof stateNames)[number]
  /** From 1. */
  page?: number
}

const oneOf = <T extends string>(names: readonly T[], value: unknown): T | undefined =>
  names.find((name) => name === value)
const idOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined

/** What an address says; what makes no sense is left out. */
export const readFilters = ({ text, site, level, state, page }: Record<string, unknown>): AlertFilters => {
  const found = {
    text:
      typeof text === 'string' && text !== ''
        ? text.slice(0, 100)
        : typeof text === 'number'
          ? String(text)
          : undefined,
    site: idOf(site),
    level: oneOf(levelNames, level),
    state: oneOf(stateNames, state),
    page: idOf(page),
  }
  return Object.fromEntries(Object.entries(found).filter(([, one]) => one !== undefined))
}
